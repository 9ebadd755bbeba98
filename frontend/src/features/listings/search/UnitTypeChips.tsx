import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnitType, UnitTypeCount } from '../../../api/generatedStart';
import { useFormats } from '../../../i18n/useFormats';
import { unitTypes } from './searchFilters';
import styles from './UnitTypeChips.module.css';

type UnitTypeChipsProps = {
  chosen: readonly UnitType[];
  onChange: (chosen: UnitType[]) => void;
  /** How many there are of each; undefined where that is not known (yet). */
  counts: readonly UnitTypeCount[] | undefined;
};

/** Checkboxes that look like chips and take effect at once. */
export function UnitTypeChips({ chosen, onChange, counts }: UnitTypeChipsProps) {
  const { t } = useTranslation('listings');
  const id = useId();
  const { count: written } = useFormats();
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
              {/* It describes the choice; its name stays what it is. */}
              <span aria-hidden className={styles.count}>
                {count !== undefined && written(count)}
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
