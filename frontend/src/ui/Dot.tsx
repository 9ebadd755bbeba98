import type { Tone } from '../theme/palette';
import styles from './Dot.module.css';

/** A colour beside a word that says the same. */
export function Dot({ tone }: { tone: Tone }) {
  return <span className={`${styles.dot} ${styles[tone]}`} />;
}
