import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../Icon';
import styles from './Field.module.css';
import { FieldError } from './FieldError';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string;
  error?: string | undefined;
  /** What helps to fill it in, below the field as long as nothing is wrong. */
  hint?: string | undefined;
  icon?: IconName;
  /** A control or a unit inside of the field, behind its text. */
  end?: ReactNode;
};

/** One line of text. Give it `error` (empty when all is well) where it can be wrong, so that its room is kept. */
export function TextField({ label, error, hint, icon, end, ...input }: TextFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control} data-invalid={error ? '' : undefined}>
        {icon && <Icon name={icon} className={styles.icon} />}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : hint && hintId}
        />
        {end}
      </div>
      {error !== undefined && (
        <div className={styles.below}>
          <FieldError id={errorId} text={error} />
          {hint && !error && (
            <span id={hintId} className={styles.hint}>
              {hint}
            </span>
          )}
        </div>
      )}
    </div>
  );
}
