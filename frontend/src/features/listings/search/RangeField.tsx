import { useTranslation } from 'react-i18next';
import styles from './SearchForm.module.css';

type Bound = { label: string; value: string; onChange: (value: string) => void };

type RangeFieldProps = {
  label: string;
  unit: string;
  min: Bound;
  max: Bound;
  className?: string | undefined;
};

/** Two whole numbers, either of them empty for no bound. */
export function RangeField({ label, unit, min, max, className = '' }: RangeFieldProps) {
  const { t } = useTranslation('listings');
  return (
    <fieldset className={`${styles.field} ${styles.divided} ${className}`}>
      <legend className="visually-hidden">{label}</legend>
      <span className={styles.label} aria-hidden>
        {label} ({unit})
      </span>
      <div className={styles.range}>
        <WholeNumber {...min} placeholder={t('search.from')} />
        <span aria-hidden>–</span>
        <WholeNumber {...max} placeholder={t('search.to')} />
      </div>
    </fieldset>
  );
}

function WholeNumber({ label, value, onChange, placeholder }: Bound & { placeholder: string }) {
  return (
    <input
      className={styles.input}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
    />
  );
}
