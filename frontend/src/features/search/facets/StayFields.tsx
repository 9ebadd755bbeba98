import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDay, type SearchFilters } from '../searchFilters';
import styles from './MoreFilters.module.css';
import { useSearchDraft } from '../form/useSearchDraft';

type StayFieldsProps = {
  filters: Pick<SearchFilters, 'availableBy' | 'availableUntil'>;
  onChange: (change: Partial<SearchFilters>) => void;
};

/** The days of the wished stay. */
export function StayFields({ filters: { availableBy, availableUntil }, onChange }: StayFieldsProps) {
  const { t } = useTranslation('listings');
  const errorId = useId();
  const isReversed = availableBy !== null && availableUntil !== null && availableBy > availableUntil;
  const described = isReversed ? errorId : undefined;
  return (
    <fieldset className={styles.stay}>
      <legend className="visually-hidden">{t('search.stay')}</legend>
      <div className={styles.days}>
        <DayField
          label={t('search.availableBy')}
          value={availableBy}
          errorId={described}
          onChange={(day) => onChange({ availableBy: day })}
        />
        <DayField
          label={t('search.availableUntil')}
          value={availableUntil}
          errorId={described}
          onChange={(day) => onChange({ availableUntil: day })}
        />
      </div>
      {isReversed && (
        <p id={errorId} className={styles.error} role="alert">
          {t('search.error.stayReversed')}
        </p>
      )}
    </fieldset>
  );
}

type DayFieldProps = {
  label: string;
  value: string | null;
  errorId: string | undefined;
  onChange: (day: string | null) => void;
};

/** Searches as soon as a whole day is entered, or the field is cleared. */
function DayField({ label, value, errorId, onChange }: DayFieldProps) {
  const [draft, updateDraft] = useSearchDraft({ day: value ?? '' });
  return (
    <label className={styles.day} data-filled={draft.day !== '' || undefined}>
      <span className={styles.label}>{label}</span>
      <input
        type="date"
        className={styles.input}
        min="2000-01-01"
        max="2099-12-31"
        value={draft.day}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        onChange={({ target }) => {
          updateDraft({ day: target.value });
          // While a day is being typed, browsers report none, or one of another century.
          const day = parseDay(target.value);
          const isCleared = target.value === '' && !target.validity.badInput;
          if (day !== value && (day !== null || isCleared)) onChange(day);
        }}
      />
    </label>
  );
}
