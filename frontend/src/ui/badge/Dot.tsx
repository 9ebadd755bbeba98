import type { Tone } from '../../theme/palette';
import styles from './Dot.module.css';

/** A colour next to a label with the same meaning. */
export function Dot({ tone }: { tone: Tone }) {
  return <span className={`${styles.dot} ${styles[tone]}`} />;
}
