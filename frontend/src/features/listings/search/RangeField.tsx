import { type FocusEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './SearchForm.module.css';
import { boundDecimals, type BoundName } from './searchFilters';

type Bound = {
  name: BoundName;
  label: string;
  value: string;
  mistake: 'number' | 'decimals' | undefined;
  onChange: (value: string) => void;
};

type RangeFieldProps = {
  label: string;
  unit: string;
  min: Bound;
  max: Bound;
  /** The minimum is above the maximum. */
  isReversed: boolean;
  className?: string | undefined;
};

/** Two numbers, either of them empty for no bound. What is wrong with them is said once typing is over. */
export function RangeField({ label, unit, min, max, isReversed, className = '' }: RangeFieldProps) {
  const { t } = useTranslation('listings');
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const mistake = min.mistake ?? max.mistake ?? (isReversed ? 'reversed' : undefined);
  const shown = isTyping ? undefined : mistake;
  const bind = ({ mistake: own, onChange, ...bound }: Bound) => ({
    ...bound,
    'aria-invalid': shown !== undefined && (isReversed || own !== undefined),
    'aria-describedby': shown && id,
    onChange: (value: string) => {
      setTyping(true);
      onChange(value);
    },
  });
  return (
    <fieldset
      className={`${styles.field} ${styles.divided} ${className}`}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setTyping(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setTyping(false);
      }}
    >
      <legend className="visually-hidden">{label}</legend>
      <span className={styles.label} aria-hidden>
        {label} ({unit})
      </span>
      <div className={styles.range}>
        <NumberInput {...bind(min)} placeholder={t('search.from')} />
        <span aria-hidden>–</span>
        <NumberInput {...bind(max)} placeholder={t('search.to')} />
      </div>
      {shown && (
        <p id={id} className={styles.mistake} role="alert">
          {t(`search.mistake.${shown}`, { count: boundDecimals[min.name] })}
        </p>
      )}
    </fieldset>
  );
}

type NumberInputProps = Omit<Bound, 'mistake'> & {
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
      // Enough for any number with its marks, however it was copied.
      maxLength={16}
      // A comma or a point is kept, because it decides what is searched for; anything else is none of a number.
      onChange={(event) => onChange(event.target.value.replaceAll(/[^\d.,]/g, ''))}
    />
  );
}
