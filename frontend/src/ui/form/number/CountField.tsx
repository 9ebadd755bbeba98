import IconButton from '@mui/material/IconButton';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outline } from '../../Icon';
import { focusableDisabled } from '../../button/focusableDisabled';
import styles from './CountField.module.css';
import fieldStyles from '../Field.module.css';
import { BelowField } from '../BelowField';

type CountFieldProps = {
  label: string;
  name: string;
  value: string;
  max: number;
  error: string;
  onChange: (value: string) => void;
};

/** A small integer from 0, typed or changed by one. */
export function CountField({ label, name, value, max, error, onChange }: CountFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const count = Number(value);
  const [stepped, setStepped] = useState('');
  const step = (kind: 'fewer' | 'more', to: number, path: string) => (
    <IconButton
      aria-label={t(`count.${kind}`, { label })}
      className={styles.step}
      {...focusableDisabled(to < 0 || to > Math.max(max, count), () => {
        setStepped(String(to));
        onChange(String(to));
      })}
    >
      <Outline path={path} />
    </IconButton>
  );
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={`${fieldStyles.control} ${styles.control}`}>
        {step('fewer', count - 1, 'M5 12h14')}
        <input
          id={id}
          name={name}
          className={`${fieldStyles.input} ${styles.input}`}
          inputMode="numeric"
          autoComplete="off"
          required
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 2))}
        />
        {step('more', count + 1, 'M5 12h14M12 5v14')}
        {/* Screen readers read a typed value themselves. */}
        <output className="visually-hidden">{stepped === value && value}</output>
      </div>
      <BelowField id={id} error={error} />
    </div>
  );
}
