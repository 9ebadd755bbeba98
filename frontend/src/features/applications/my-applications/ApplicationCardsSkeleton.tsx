import styles from './MyApplicationsPage.module.css';

const indexes = Array.from({ length: 6 }, (_, position) => position);

/** About as high as a page of applications. */
export function ApplicationCardsSkeleton() {
  return (
    <div className={styles.cards}>
      {indexes.map((index) => (
        <div key={index} className={styles.skeleton} />
      ))}
    </div>
  );
}
