import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import { Button } from '../../../ui/Button';
import type { FilterName } from './looserFilters';
import styles from './LooserSearches.module.css';
import { placeName } from './placeAddress';
import type { SearchFilters } from './searchFilters';
import { useLooserCounts } from './useLooserCounts';

type LooserSearchesProps = { filters: SearchFilters; onChoose: (filters: SearchFilters) => void };

/** For a search that found nothing: which filter to let go of, and how much that finds. */
export function LooserSearches({ filters, onChoose }: LooserSearchesProps) {
  const { t } = useTranslation('listings');
  const counts = useLooserCounts(filters);
  const nameFilter = useFilterNames(filters);
  return (
    <div className={styles.looser} aria-live="polite">
      {counts.length > 0 && (
        <>
          <p className={styles.hint}>{t('results.emptyHint')}</p>
          <ul className={styles.list}>
            {counts.map(({ without, looser, count }) => (
              <li key={without}>
                <Button variant="outlined" className={styles.drop} onClick={() => onChoose(looser)}>
                  {t('results.looser', { filter: nameFilter(without), count })}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** What a filter asks for, in the reader's words. */
function useFilterNames(filters: SearchFilters) {
  const { t } = useTranslation('listings');
  const { money, area } = useFormats();
  return (name: FilterName): string => {
    if (name === 'keyword') return filters.keyword;
    if (name === 'place') return filters.place ? placeName(filters.place) : '';
    if (name === 'unitTypes') return filters.unitTypes.map((type) => t(`unitType.${type}`)).join(', ');
    const bound = filters[name] ?? 0;
    const value = name === 'priceMin' || name === 'priceMax' ? money(bound) : area(bound);
    return t(`filter.${name}`, { value });
  };
}
