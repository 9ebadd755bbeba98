import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnitType, UnitTypeCount } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { unitTypes } from '../searchFilters';
import styles from './UnitTypeChips.module.css';

type UnitTypeChipsProps = {
  chosen: readonly UnitType[];
  onChange: (chosen: UnitType[]) => void;
  /** Result counts; undefined before the response or after a failure. */
  counts: readonly UnitTypeCount[] | undefined;
};

/** Checkboxes styled as chips; a click searches at once. */
export function UnitTypeChips({ chosen, onChange, counts }: UnitTypeChipsProps) {
  const { t } = useTranslation('listings');
  const id = useId();
  const { count: formatCount } = useFormats();
  const countOf = (type: UnitType) => counts?.find(({ unitType }) => unitType === type)?.count;
  return (
    <fieldset className={styles.types}>
      <legend className="visually-hidden">{t('search.unitTypes')}</legend>
      <div className={styles.chips}>
        {unitTypes.map((type) => {
          const count = countOf(type);
          return (
            <label key={type} className={styles.chip} data-count={count}>
              <input
                className={styles.box}
                type="checkbox"
                checked={chosen.includes(type)}
                aria-describedby={count === undefined ? undefined : `${id}-${type}`}
                onChange={(event) =>
                  onChange(
                    unitTypes.filter((other) =>
                      other === type ? event.target.checked : chosen.includes(other),
                    ),
                  )
                }
              />
              <span className={styles.face}>
                <span className={styles.name}>{t(`unitType.${type}`)}</span>
              </span>
              {/* The description of the checkbox, not part of its name. */}
              <span aria-hidden className={styles.count}>
                {count !== undefined && formatCount(count)}
              </span>
              {count !== undefined && (
                <span id={`${id}-${type}`} className="visually-hidden" aria-hidden>
                  {t('results.count', { count })}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
