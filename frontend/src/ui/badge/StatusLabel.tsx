import type { ReactNode } from 'react';
import type { Tone } from '../../theme/palette';
import styles from './Dot.module.css';

/** A status in a table: a dot and a label. `data-tone` is for tests only. */
export function StatusLabel({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${styles.word} ${styles[tone]}`} data-tone={tone}>
      <span className={styles.dot} />
      {children}
    </span>
  );
}
