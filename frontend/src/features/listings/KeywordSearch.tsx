import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon';
import styles from './KeywordSearch.module.css';
import { useSearchFilters } from './useSearchFilters';

/** The search in the header of a phone: it stays in reach while the results are scrolled. */
export function KeywordSearch() {
  const { t } = useTranslation('listings');
  const { filters, changeFilters } = useSearchFilters();
  return (
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const keyword = new FormData(event.currentTarget).get('keyword');
          if (typeof keyword === 'string') changeFilters({ keyword });
        }}
      >
        <Icon name="search" />
        {/* The key makes the field follow the address, as when going back. */}
        <input
          key={filters.keyword}
          className={styles.input}
          name="keyword"
          type="search"
          enterKeyHint="search"
          aria-label={t('search.mobile')}
          placeholder={t('search.submit')}
          maxLength={200}
          defaultValue={filters.keyword}
        />
      </form>
    </search>
  );
}
