import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/useLanguage';
import { Button } from '../../../ui/button/Button';
import { Icon } from '../../../ui/Icon';
import { PlaceField } from '../places/PlaceField';
import { RangeField } from './RangeField';
import styles from './SearchForm.module.css';
import { boundNames, type BoundName, type SearchFilters } from '../searchFilters';
import { scrollToResults } from '../results/scrollToResults';
import { type BoundError, formatBound, parseBound } from './bounds';
import { useSearchDraft } from './useSearchDraft';
import { searchKeywordId, useKeywordFieldVisibility } from './useKeywordFieldVisibility';
import { useTextSearch } from './useTextSearch';

type Draft = Record<BoundName | 'keyword', string>;

type SearchFormProps = { filters: SearchFilters; onSearch: (change: Partial<SearchFilters>) => void };

/**
 * Searches on submit or when a place is selected. Back restores the values of the earlier search.
 */
export function SearchForm({ filters, onSearch }: SearchFormProps) {
  const { t } = useTranslation('listings');
  const { language } = useLanguage();
  const keywordField = useKeywordFieldVisibility<HTMLDivElement>();
  const [draft, updateDraft, updateUntyped] = useSearchDraft(toDraft(filters, language));
  const parsed = parseBounds(draft);

  const search = (change: Pick<SearchFilters, 'keyword'> & Partial<SearchFilters>) => {
    updateUntyped({ ...formatBounds(parsed.bounds, language), keyword: change.keyword });
    onSearch({ ...parsed.bounds, ...change });
    scrollToResults();
  };
  const searchText = useTextSearch(filters.keyword, search);
  const bound = (name: BoundName) => ({
    name,
    value: draft[name],
    error: parsed.errors[name],
    onChange: (value: string) => updateDraft({ [name]: value }),
  });

  return (
    <search>
      <form
        className={styles.form}
        aria-label={t('search.label')}
        onSubmit={(event) => {
          event.preventDefault();
          const invalid = Object.keys(parsed.errors).map((name) => `[name=${name}]`);
          if (invalid.length === 0) searchText(draft.keyword);
          else event.currentTarget.querySelector<HTMLElement>(invalid.join())?.focus();
        }}
      >
        <div ref={keywordField} className={`${styles.field} ${styles.keyword}`}>
          <label className={styles.label} htmlFor={searchKeywordId}>
            {t('search.keyword')}
          </label>
          <div className={styles.line}>
            <PlaceField
              id={searchKeywordId}
              className={styles.input}
              placeholder={t('search.keywordExample')}
              value={draft.keyword}
              onChange={(keyword) => updateDraft({ keyword })}
              onSelect={(change) => search({ keyword: '', ...change })}
            />
          </div>
        </div>
        <div className={styles.rule} />
        <RangeField
          className={styles.rent}
          label={t('search.rent')}
          unit="€"
          min={{ ...bound('priceMin'), label: t('search.rentMin') }}
          max={{ ...bound('priceMax'), label: t('search.rentMax') }}
        />
        <RangeField
          label={t('search.area')}
          unit="m²"
          min={{ ...bound('areaMin'), label: t('search.areaMin') }}
          max={{ ...bound('areaMax'), label: t('search.areaMax') }}
        />
        <Button
          className={styles.submit}
          type="submit"
          variant="contained"
          size="large"
          startIcon={<Icon name="search" />}
        >
          {t('search.submit')}
        </Button>
      </form>
    </search>
  );
}

const pairs = [
  ['priceMin', 'priceMax'],
  ['areaMin', 'areaMax'],
] as const;

function parseBounds(draft: Draft) {
  /** Without invalid ones, whose searched bounds stay. */
  const bounds: Partial<Pick<SearchFilters, BoundName>> = {};
  const errors: Partial<Record<BoundName, BoundError>> = {};
  for (const name of boundNames) {
    const { bound, error } = parseBound(name, draft[name]);
    if (error) errors[name] = error;
    else bounds[name] = bound;
  }
  for (const [min, max] of pairs) {
    if ((bounds[min] ?? -Infinity) <= (bounds[max] ?? Infinity)) continue;
    errors[min] = errors[max] = 'reversed';
    delete bounds[min];
    delete bounds[max];
  }
  return { bounds, errors };
}

const toDraft = (filters: SearchFilters, language: string): Draft => ({
  keyword: filters.keyword,
  priceMin: '',
  priceMax: '',
  areaMin: '',
  areaMax: '',
  ...formatBounds(filters, language),
});

function formatBounds(bounds: Partial<Pick<SearchFilters, BoundName>>, language: string) {
  const texts: Partial<Record<BoundName, string>> = {};
  for (const name of boundNames) {
    const bound = bounds[name];
    if (bound !== undefined) texts[name] = formatBound(name, bound, language);
  }
  return texts;
}
