import styles from './Field.module.css';

/** What is wrong with a field; said aloud when it appears, because the element is there before. */
export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <span id={id} className={styles.error} role="alert">
      {text}
    </span>
  );
}
