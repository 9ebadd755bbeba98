import { type ComponentProps, type ReactNode, useId } from 'react';
import boxStyles from './box.module.css';
import styles from './CheckField.module.css';
import { BelowField } from '../BelowField';

type CheckFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className' | 'children'> & {
  /** What is agreed to; it may contain links. */
  label: ReactNode;
  error: string;
};

export function CheckField({ label, error, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div>
      <div className={styles.row}>
        <input
          {...input}
          id={id}
          type="checkbox"
          className={boxStyles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
        />
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      </div>
      <BelowField id={id} error={error} />
    </div>
  );
}
