import type { ReactNode } from 'react';
import styles from './Field.module.css';
import { FieldError } from './FieldError';

type BelowFieldProps = {
  /** The id of the field. */
  id: string;
  error: string;
  /** A hint or a count. */
  children?: ReactNode;
};

/** The line below a field, with space for its error, whose id is that of the field with `-error`. */
export function BelowField({ id, error, children }: BelowFieldProps) {
  return (
    <div className={styles.below}>
      <FieldError id={`${id}-error`} text={error} />
      {children}
    </div>
  );
}
