import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import { Button } from '../../../ui/button/Button';
import type { FilterName } from './relaxFilters';
import styles from './RelaxedSearches.module.css';
import { placeName } from '../places/placeParam';
import type { SearchFilters } from '../searchFilters';
import { useRelaxedCounts } from './useRelaxedCounts';

type RelaxedSearchesProps = { filters: SearchFilters; onChoose: (filters: SearchFilters) => void };

/** For a search without results: offers the search without one filter, with its result count. */
export function RelaxedSearches({ filters, onChoose }: RelaxedSearchesProps) {
  const { t } = useTranslation('listings');
  const counts = useRelaxedCounts(filters);
  const filterText = useFilterTexts(filters);
  return (
    <div className={styles.searches} aria-live="polite">
      {counts.length > 0 && (
        <>
          <p className={styles.hint}>{t('results.emptyHint')}</p>
          <ul className={styles.list}>
            {counts.map(({ removed, filters: relaxed, count }) => (
              <li key={removed}>
                <Button variant="outlined" className={styles.button} onClick={() => onChoose(relaxed)}>
                  {t('results.relaxed', { filter: filterText(removed), count })}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Describes the value of a filter. */
function useFilterTexts(filters: SearchFilters) {
  const { t } = useTranslation('listings');
  const { money, area, day } = useFormats();
  const whereText = () => {
    const { place, near } = filters;
    if (place) return placeName(place);
    return near ? t('filter.near', { city: near.city, km: near.radiusKm }) : '';
  };
  return (name: FilterName): string => {
    if (name === 'keyword') return filters.keyword;
    if (name === 'place' || name === 'near') return whereText();
    if (name === 'unitTypes') return filters.unitTypes.map((type) => t(`unitType.${type}`)).join(', ');
    if (name === 'amenities') return filters.amenities.map((amenity) => t(`amenity.${amenity}`)).join(', ');
    if (name === 'availableBy' || name === 'availableUntil') {
      return t(`filter.${name}`, { value: day(filters[name] ?? '') });
    }
    const bound = filters[name] ?? 0;
    const value = name === 'priceMin' || name === 'priceMax' ? money(bound) : area(bound);
    return t(`filter.${name}`, { value });
  };
}
