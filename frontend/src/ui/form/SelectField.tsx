import { type ComponentProps, useId } from 'react';
import { Icon } from '../Icon';
import styles from './Field.module.css';
import { BelowField } from './BelowField';

type SelectFieldProps<Value extends string> = Pick<
  ComponentProps<'select'>,
  'name' | 'required' | 'autoComplete'
> & {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** Pass it (empty if valid) where the field can be invalid: it reserves the space. */
  error?: string | undefined;
};

/** A native select: nothing to load, and suited to phones. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, options, onChange, error, ...select } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>
        <select
          {...select}
          id={id}
          className={`${styles.input} ${styles.select}`}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" size={18} className={styles.arrow} />
      </div>
      {error !== undefined && <BelowField id={id} error={error} />}
    </div>
  );
}
