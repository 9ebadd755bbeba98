import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { focusableDisabled } from '../../button/focusableDisabled';
import styles from './CountField.module.css';
import fieldStyles from '../Field.module.css';
import { FieldError } from '../FieldError';

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
  const count = value === '' ? 0 : Number(value);
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={`${fieldStyles.control} ${styles.control}`} data-invalid={error ? '' : undefined}>
        <IconButton
          aria-label={t('count.fewer', { label })}
          className={styles.step}
          {...focusableDisabled(count <= 0, () => onChange(String(count - 1)))}
        >
          <Sign path="M5 12h14" />
        </IconButton>
        <input
          id={id}
          name={name}
          className={`${fieldStyles.input} ${styles.input}`}
          inputMode="numeric"
          autoComplete="off"
          required
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 2))}
        />
        <IconButton
          aria-label={t('count.more', { label })}
          className={styles.step}
          {...focusableDisabled(count >= max, () => onChange(String(count + 1)))}
        >
          <Sign path="M5 12h14M12 5v14" />
        </IconButton>
      </div>
      <div className={fieldStyles.below}>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </div>
  );
}

function Sign({ path }: { path: string }) {
  return (
    <svg width={20} height={20} viewBox="0 0 24 24" stroke="currentColor" strokeWidth={2} aria-hidden>
      <path d={path} strokeLinecap="round" />
    </svg>
  );
}
