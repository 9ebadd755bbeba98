import type { ReactNode } from 'react';
import type { Tone } from '../../theme/palette';
import styles from './Badge.module.css';

/** A short label on a coloured background. `data-tone` is for tests only. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`} data-tone={tone}>
      {children}
    </span>
  );
}
