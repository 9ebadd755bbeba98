import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import styles from './KeywordSearch.module.css';
import { PlaceField } from './PlaceField';
import type { SearchFilters } from './searchFilters';
import { showResults } from './showResults';
import { useDraft } from './useDraft';
import { searchKeywordId } from './useKeywordAway';
import { useSearchFilters } from './useSearchFilters';
import { useTypedSearch } from './useTypedSearch';

/**
 * The search in the header of a phone: it stays in reach while the results are scrolled. As long as the page's own
 * field is in view, it is a button that leads there.
 */
export function KeywordSearch() {
  const { t } = useTranslation('listings');
  const { filters, changeFilters } = useSearchFilters();
  const [draft, setDraft] = useDraft({ keyword: filters.keyword });
  const search = (change: Pick<SearchFilters, 'keyword'> & Partial<SearchFilters>) => {
    setDraft({ keyword: change.keyword });
    changeFilters(change);
    showResults();
  };
  const searchTyped = useTypedSearch(filters.keyword, search);
  return (
    <>
      <IconButton
        className={styles.open}
        aria-label={t('search.mobile')}
        onClick={() => document.getElementById(searchKeywordId)?.focus()}
      >
        <Icon name="search" />
      </IconButton>
      <search>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void searchTyped(draft.keyword);
          }}
        >
          <Icon name="search" />
          <PlaceField
            className={styles.input}
            aria-label={t('search.mobile')}
            placeholder={t('search.submit')}
            value={draft.keyword}
            onChange={(keyword) => setDraft({ keyword })}
            onTake={(place) => search({ keyword: '', place })}
          />
        </form>
      </search>
    </>
  );
}
