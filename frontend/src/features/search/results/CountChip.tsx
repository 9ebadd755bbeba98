import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import styles from './UnitTypeChips.module.css';

type CountChipProps = {
  name: string;
  isChosen: boolean;
  /** Results; undefined before the response or after a failure. */
  count: number | undefined;
  onToggle: (isChosen: boolean) => void;
};

/** A checkbox styled as a chip, with its number of results. */
export function CountChip({ name, isChosen, count, onToggle }: CountChipProps) {
  const { t } = useTranslation('listings');
  const id = useId();
  const { count: formatCount } = useFormats();
  return (
    <label className={styles.chip} data-count={count}>
      <input
        className={styles.box}
        type="checkbox"
        checked={isChosen}
        aria-describedby={count === undefined ? undefined : id}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <span className={styles.face}>
        <span className={styles.name}>{name}</span>
      </span>
      {/* The description of the checkbox, not part of its name. */}
      <span aria-hidden className={styles.count}>
        {count !== undefined && formatCount(count)}
      </span>
      {count !== undefined && (
        <span id={id} className="visually-hidden" aria-hidden>
          {t('results.count', { count })}
        </span>
      )}
    </label>
  );
}
