import styles from './Field.module.css';

/**
 * The error of a field, which describes it. No live region: screen readers would read the errors of
 * all fields after each other. See `focusFirst`, which makes one of them an alert.
 */
export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <span id={id} className={styles.error}>
      {text}
    </span>
  );
}
