import styles from './Field.module.css';

/** The error of a field. Always rendered, so that screen readers announce a change. */
export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <span id={id} className={styles.error} role="alert">
      {text}
    </span>
  );
}
