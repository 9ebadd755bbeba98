import { type FocusEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './SearchForm.module.css';
import { boundDecimals, type BoundName } from '../searchFilters';
import type { BoundError } from './bounds';

type BoundInput = {
  name: BoundName;
  label: string;
  value: string;
  error: BoundError | undefined;
  onChange: (value: string) => void;
};

type RangeFieldProps = {
  label: string;
  unit: string;
  min: BoundInput;
  max: BoundInput;
  className?: string | undefined;
};

/** Two number inputs; an empty one means no bound. Shows an error on blur or Enter. */
export function RangeField({ label, unit, min, max, className = '' }: RangeFieldProps) {
  const { t } = useTranslation('listings');
  const id = useId();
  const [isTyping, setIsTyping] = useState(false);
  const error = min.error ?? max.error;
  const shownError = isTyping ? undefined : error;
  const inputProps = ({ error: ownError, onChange, ...bound }: BoundInput) => ({
    ...bound,
    'aria-invalid': shownError !== undefined && ownError !== undefined,
    'aria-describedby': shownError && id,
    onChange: (value: string) => {
      setIsTyping(true);
      onChange(value);
    },
  });
  return (
    <fieldset
      className={`${styles.field} ${styles.divided} ${className}`}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsTyping(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setIsTyping(false);
      }}
    >
      <legend className="visually-hidden">{label}</legend>
      <span className={styles.label} aria-hidden>
        {label} ({unit})
      </span>
      <div className={styles.range}>
        <NumberInput {...inputProps(min)} placeholder={t('search.from')} />
        <span aria-hidden>–</span>
        <NumberInput {...inputProps(max)} placeholder={t('search.to')} />
      </div>
      {shownError && (
        <p id={id} className={styles.error} role="alert">
          {t(`search.error.${shownError}`, { count: boundDecimals[min.name] })}
        </p>
      )}
    </fieldset>
  );
}

type NumberInputProps = Omit<BoundInput, 'error'> & {
  placeholder: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

function NumberInput({ label, onChange, ...input }: NumberInputProps) {
  return (
    <input
      {...input}
      className={styles.input}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      // Enough for any number with separators.
      maxLength={16}
      // Removes all but digits and separators.
      onChange={(event) => onChange(event.target.value.replaceAll(/[^\d.,]/g, ''))}
    />
  );
}
