import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../Icon';
import styles from './Field.module.css';
import { BelowField } from './BelowField';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string;
  error?: string | undefined;
  /** Help below the field while there is no error. */
  hint?: string | undefined;
  icon?: IconName;
  /** A control or a unit inside the field, after its text. */
  end?: ReactNode;
};

/**
 * One line of text. Pass `error` (empty if valid) where the field can be invalid: it reserves the
 * space.
 */
export function TextField({ label, error, hint, icon, end, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>
        {icon && <Icon name={icon} className={styles.icon} />}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}
        />
        {end}
      </div>
      {error !== undefined && (
        <BelowField id={id} error={error}>
          {hint && !error && (
            <span id={`${id}-hint`} className={styles.hint}>
              {hint}
            </span>
          )}
        </BelowField>
      )}
    </div>
  );
}
