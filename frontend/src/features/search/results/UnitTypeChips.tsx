import { useTranslation } from 'react-i18next';
import type { UnitType, UnitTypeCount } from '../../../api/generated';
import { unitTypes } from '../searchFilters';
import { CountChip } from './CountChip';
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
  const countOf = (type: UnitType) => counts?.find(({ unitType }) => unitType === type)?.count;
  return (
    <fieldset className={styles.types}>
      <legend className="visually-hidden">{t('search.unitTypes')}</legend>
      <div className={styles.chips}>
        {unitTypes.map((type) => (
          <CountChip
            key={type}
            name={t(`unitType.${type}`)}
            isChosen={chosen.includes(type)}
            count={countOf(type)}
            onToggle={(isChosen) =>
              onChange(unitTypes.filter((other) => (other === type ? isChosen : chosen.includes(other))))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
