import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import { hideKeyboard } from './hideKeyboard';
import styles from './KeywordSearch.module.css';
import { PlaceField } from './PlaceField';
import { useDraft } from './useDraft';
import { useSearchFilters } from './useSearchFilters';

/** The search in the header of a phone: it stays in reach while the results are scrolled. */
export function KeywordSearch() {
  const { t } = useTranslation('listings');
  const { filters, changeFilters } = useSearchFilters();
  const [draft, setDraft] = useDraft({ keyword: filters.keyword });
  const search = (keyword: string) => {
    setDraft({ keyword });
    changeFilters({ keyword: keyword.trim() });
    hideKeyboard();
  };
  return (
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          search(draft.keyword);
        }}
      >
        <Icon name="search" />
        <PlaceField
          className={styles.input}
          aria-label={t('search.mobile')}
          placeholder={t('search.submit')}
          value={draft.keyword}
          onChange={(keyword) => setDraft({ keyword })}
          onTake={search}
        />
      </form>
    </search>
  );
}
