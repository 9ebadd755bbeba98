import styles from './CardSkeleton.module.css';

/** Has the height of a card, so that nothing shifts when the cards arrive. */
export function CardSkeleton() {
  return (
    <div className={styles.card}>
      <div className={styles.image} />
      <div className={styles.body}>
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.line} />
      </div>
    </div>
  );
}
