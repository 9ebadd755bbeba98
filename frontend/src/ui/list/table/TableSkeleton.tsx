import styles from './TableSkeleton.module.css';

const rows = Array.from({ length: 10 }, (_, index) => index);

/** About as high as a full page of a table. */
export function TableSkeleton() {
  return (
    <div className={styles.table}>
      {rows.map((row) => (
        <div key={row} className={styles.row}>
          <span className={styles.bar} />
          <span className={styles.bar} />
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  );
}
