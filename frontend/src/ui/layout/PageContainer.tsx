import type { ReactNode } from 'react';
import styles from './PageContainer.module.css';

type PageContainerProps = {
  /** `narrow` for one form, `wide` for tables; `page` by default. */
  width?: 'narrow' | 'page' | 'wide';
  children: ReactNode;
};

/** The frame of a page: its width and the space around it. */
export function PageContainer({ width = 'page', children }: PageContainerProps) {
  return <div className={`${styles.container} ${styles[width]}`}>{children}</div>;
}
