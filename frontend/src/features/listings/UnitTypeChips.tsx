import { useTranslation } from 'react-i18next';
import type { UnitType } from '../../api/generated';
import { unitTypes } from './searchFilters';
import styles from './UnitTypeChips.module.css';

type UnitTypeChipsProps = { chosen: readonly UnitType[]; onChange: (chosen: UnitType[]) => void };

/** Checkboxes that look like chips and take effect at once. */
export function UnitTypeChips({ chosen, onChange }: UnitTypeChipsProps) {
  const { t } = useTranslation('listings');
  return (
    <fieldset>
      <legend className="visually-hidden">{t('search.unitTypes')}</legend>
      <div className={styles.chips}>
        {unitTypes.map((type) => (
          <label key={type} className={styles.chip}>
            <input
              className={styles.box}
              type="checkbox"
              checked={chosen.includes(type)}
              onChange={(event) =>
                onChange(
                  unitTypes.filter((other) =>
                    other === type ? event.target.checked : chosen.includes(other),
                  ),
                )
              }
            />
            <span className={styles.face}>{t(`unitType.${type}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
