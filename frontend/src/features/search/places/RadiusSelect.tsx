import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import type { SearchFilters } from '../searchFilters';
import { type Near, radii } from './placeParam';
import styles from './RadiusSelect.module.css';

type RadiusSelectProps = {
  city: string;
  /** Undefined for the city alone. */
  radiusKm: Near['radiusKm'] | undefined;
  onChange: (change: Pick<SearchFilters, 'place' | 'near'>) => void;
};

/** Searches the surroundings of the city, too. */
export function RadiusSelect({ city, radiusKm, onChange }: RadiusSelectProps) {
  const { t } = useTranslation('listings');
  return (
    <span className={styles.radius}>
      <select
        className={styles.select}
        aria-label={t('search.radius', { city })}
        value={radiusKm ?? ''}
        onChange={({ target }) => {
          const chosen = radii.find((radius) => String(radius) === target.value);
          onChange(
            chosen
              ? { place: null, near: { city, radiusKm: chosen } }
              : { place: { city, district: null }, near: null },
          );
        }}
      >
        <option value="">{t('radius.none')}</option>
        {radii.map((radius) => (
          <option key={radius} value={radius}>
            {t('radius.km', { km: radius })}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} className={styles.arrow} />
    </span>
  );
}
