import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/useLanguage';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { PlaceField } from './PlaceField';
import { RangeField } from './RangeField';
import styles from './SearchForm.module.css';
import { boundNames, type BoundName, type SearchFilters } from './searchFilters';
import { showResults } from './showResults';
import { readBound, writeBound } from './typedBounds';
import { useDraft } from './useDraft';
import { searchKeywordId, useKeywordAway } from './useKeywordAway';
import { useTypedSearch } from './useTypedSearch';

type Draft = Record<BoundName | 'keyword', string>;

type SearchFormProps = { filters: SearchFilters; onSearch: (change: Partial<SearchFilters>) => void };

/** Nothing is searched before the button is pressed or a place is taken; going back fills in what was searched then. */
export function SearchForm({ filters, onSearch }: SearchFormProps) {
  const { t } = useTranslation('listings');
  const { language } = useLanguage();
  const keyword = useKeywordAway<HTMLDivElement>();
  const [draft, setDraft] = useDraft(toDraft(filters, language));
  const typed = readBounds(draft);

  const search = (change: Pick<SearchFilters, 'keyword'> & Partial<SearchFilters>) => {
    setDraft({ keyword: change.keyword });
    onSearch({ ...typed.bounds, ...change });
    showResults();
  };
  const searchTyped = useTypedSearch(filters.keyword, search);
  const bound = (name: BoundName) => ({
    name,
    value: draft[name],
    mistake: typed.mistakes[name],
    onChange: (value: string) => setDraft({ [name]: value }),
  });

  return (
    <search>
      <form
        className={styles.form}
        aria-label={t('search.label')}
        onSubmit={(event) => {
          event.preventDefault();
          const [broken] = Object.keys(typed.mistakes);
          if (broken === undefined) void searchTyped(draft.keyword);
          else event.currentTarget.querySelector<HTMLElement>(`[name=${broken}]`)?.focus();
        }}
      >
        <div ref={keyword} className={`${styles.field} ${styles.keyword}`}>
          <label className={styles.label} htmlFor={searchKeywordId}>
            {t('search.keyword')}
          </label>
          <div className={styles.line}>
            <PlaceField
              id={searchKeywordId}
              className={styles.input}
              placeholder={t('search.keywordExample')}
              value={draft.keyword}
              onChange={(keyword) => setDraft({ keyword })}
              onTake={(place) => search({ keyword: '', place })}
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
          isReversed={isReversed(typed.bounds.priceMin, typed.bounds.priceMax)}
        />
        <RangeField
          label={t('search.area')}
          unit="m²"
          min={{ ...bound('areaMin'), label: t('search.areaMin') }}
          max={{ ...bound('areaMax'), label: t('search.areaMax') }}
          isReversed={isReversed(typed.bounds.areaMin, typed.bounds.areaMax)}
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

const isReversed = (min: number | null, max: number | null): boolean =>
  min !== null && max !== null && min > max;

function readBounds(draft: Draft) {
  const read = boundNames.map((name) => [name, readBound(name, draft[name])] as const);
  const mistakes = read.flatMap(([name, { mistake }]) => (mistake ? [[name, mistake]] : []));
  return {
    bounds: Object.fromEntries(read.map(([name, { bound }]) => [name, bound])) as Pick<
      SearchFilters,
      BoundName
    >,
    mistakes: Object.fromEntries(mistakes) as Partial<Record<BoundName, 'number' | 'decimals'>>,
  };
}

function toDraft(filters: SearchFilters, language: string): Draft {
  const draft: Draft = { keyword: filters.keyword, priceMin: '', priceMax: '', areaMin: '', areaMax: '' };
  for (const name of boundNames) draft[name] = writeBound(name, filters[name], language);
  return draft;
}
