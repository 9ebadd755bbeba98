import type { ReactNode } from 'react';
import type { Tone } from '../theme/palette';
import styles from './Dot.module.css';

/** A status in a table: a dot and a word, quieter than a badge. `data-tone` names the colour for tests and for nobody else. */
export function StatusWord({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${styles.word} ${styles[tone]}`} data-tone={tone}>
      <span className={styles.dot} />
      {children}
    </span>
  );
}
