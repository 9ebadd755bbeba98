import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import { hideKeyboard } from './hideKeyboard';
import { PlaceField } from './PlaceField';
import { RangeField } from './RangeField';
import styles from './SearchForm.module.css';
import { boundNames, type BoundName, parseBound, type SearchFilters } from './searchFilters';
import { useDraft } from './useDraft';

type Draft = Record<BoundName | 'keyword', string>;

type SearchFormProps = { filters: SearchFilters; onSearch: (change: Partial<SearchFilters>) => void };

/** Nothing is searched before the button is pressed or a place is taken; going back fills in what was searched then. */
export function SearchForm({ filters, onSearch }: SearchFormProps) {
  const { t } = useTranslation('listings');
  const [draft, setDraft] = useDraft(toDraft(filters));
  const set = (name: BoundName) => (value: string) => setDraft({ [name]: value });

  const search = (keyword: string) => {
    setDraft({ keyword });
    onSearch({
      keyword: keyword.trim(),
      priceMin: parseBound(draft.priceMin),
      priceMax: parseBound(draft.priceMax),
      areaMin: parseBound(draft.areaMin),
      areaMax: parseBound(draft.areaMax),
    });
    hideKeyboard();
  };

  return (
    <search>
      <form
        className={styles.form}
        aria-label={t('search.label')}
        onSubmit={(event) => {
          event.preventDefault();
          search(draft.keyword);
        }}
      >
        <div className={`${styles.field} ${styles.keyword}`}>
          <label className={styles.label} htmlFor="search-keyword">
            {t('search.keyword')}
          </label>
          <div className={styles.line}>
            <PlaceField
              id="search-keyword"
              className={styles.input}
              placeholder={t('search.keywordExample')}
              value={draft.keyword}
              onChange={(keyword) => setDraft({ keyword })}
              onTake={search}
            />
          </div>
        </div>
        <div className={styles.rule} />
        <RangeField
          className={styles.rent}
          label={t('search.rent')}
          unit="€"
          min={{ label: t('search.rentMin'), value: draft.priceMin, onChange: set('priceMin') }}
          max={{ label: t('search.rentMax'), value: draft.priceMax, onChange: set('priceMax') }}
        />
        <RangeField
          label={t('search.area')}
          unit="m²"
          min={{ label: t('search.areaMin'), value: draft.areaMin, onChange: set('areaMin') }}
          max={{ label: t('search.areaMax'), value: draft.areaMax, onChange: set('areaMax') }}
        />
        <Button
          className={styles.submit}
          type="submit"
          variant="contained"
          size="large"
          startIcon={<Icon name="search" />}
          sx={{ borderRadius: '16px', minHeight: { xs: 54, lg: 62 } }}
        >
          {t('search.submit')}
        </Button>
      </form>
    </search>
  );
}

function toDraft(filters: SearchFilters): Draft {
  const draft: Draft = { keyword: filters.keyword, priceMin: '', priceMax: '', areaMin: '', areaMax: '' };
  for (const name of boundNames) draft[name] = filters[name]?.toString() ?? '';
  return draft;
}
