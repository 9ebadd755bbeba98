import type { ReactNode } from 'react';
import styles from './Sheet.module.css';

/** A piece of paper on the page's ground. */
export function Sheet({ children }: { children: ReactNode }) {
  return <div className={styles.sheet}>{children}</div>;
}
