import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button';
import styles from './RelaxedSearches.module.css';
import type { SearchFilters } from '../searchFilters';
import { useFilterTexts } from './useFilterTexts';
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
