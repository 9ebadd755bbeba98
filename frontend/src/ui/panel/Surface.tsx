import type { ReactNode } from 'react';
import styles from './Surface.module.css';

/** A raised surface on the page background. */
export function Surface({ children }: { children: ReactNode }) {
  return <div className={styles.surface}>{children}</div>;
}
