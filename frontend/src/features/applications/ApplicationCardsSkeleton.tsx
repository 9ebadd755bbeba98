import styles from './MyApplicationsPage.module.css';

const places = Array.from({ length: 6 }, (_, index) => index);

/** About as high as a page of applications. */
export function ApplicationCardsSkeleton() {
  return (
    <div className={styles.cards}>
      {places.map((place) => (
        <div key={place} className={styles.waiting} />
      ))}
    </div>
  );
}
