import { type ComponentProps, type ReactNode, useId } from 'react';
import boxStyles from './box.module.css';
import styles from './CheckField.module.css';
import fieldStyles from '../Field.module.css';
import { FieldError } from '../FieldError';

type CheckFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className' | 'children'> & {
  /** What is agreed to; it may contain links. */
  label: ReactNode;
  error: string;
};

export function CheckField({ label, error, ...input }: CheckFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div>
      <div className={styles.row}>
        <input
          {...input}
          id={id}
          type="checkbox"
          className={boxStyles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      </div>
      <div className={fieldStyles.below}>
        <FieldError id={errorId} text={error} />
      </div>
    </div>
  );
}
