import type { ReactNode } from 'react';
import type { Tone } from '../theme/palette';
import styles from './Badge.module.css';

/** A short word on a coloured ground. `data-tone` names the colour for tests and for nobody else. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`} data-tone={tone}>
      {children}
    </span>
  );
}
