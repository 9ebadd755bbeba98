import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/button/IconButton';
import styles from './KeywordSearch.module.css';
import { PlaceField } from '../places/PlaceField';
import type { SearchFilters } from '../searchFilters';
import { scrollToResults } from '../results/scrollToResults';
import { useSearchDraft } from './useSearchDraft';
import { searchKeywordId } from './useKeywordFieldVisibility';
import { useSearchFilters } from '../useSearchFilters';
import { useTextSearch } from './useTextSearch';

/**
 * The search in the header of a phone: a field, or a button that focuses the search form while that
 * is visible.
 */
export function KeywordSearch() {
  const { t } = useTranslation('listings');
  const { filters, changeFilters } = useSearchFilters();
  const [draft, updateDraft, updateUntyped] = useSearchDraft({ keyword: filters.keyword });
  const search = (change: Pick<SearchFilters, 'keyword'> & Partial<SearchFilters>) => {
    updateUntyped({ keyword: change.keyword });
    changeFilters(change);
    scrollToResults();
  };
  const searchText = useTextSearch(filters.keyword, search);
  return (
    <>
      <IconButton
        className={styles.openButton}
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
            searchText(draft.keyword);
          }}
        >
          <Icon name="search" />
          <PlaceField
            className={styles.input}
            aria-label={t('search.mobile')}
            placeholder={t('search.submit')}
            value={draft.keyword}
            onChange={(keyword) => updateDraft({ keyword })}
            onSelect={(change) => search({ keyword: '', ...change })}
          />
        </form>
      </search>
    </>
  );
}
