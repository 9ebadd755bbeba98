import styles from './CardSkeleton.module.css';

/** As high as a card, so that nothing moves when the cards arrive. */
export function CardSkeleton() {
  return (
    <div className={styles.card}>
      <div className={styles.picture} />
      <div className={styles.body}>
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.line} />
      </div>
    </div>
  );
}
