import Button from '@mui/material/Button';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon';
import { RangeField } from './RangeField';
import styles from './SearchForm.module.css';
import { boundNames, type BoundName, parseBound, type SearchFilters } from './searchFilters';

type Draft = Record<BoundName | 'keyword', string>;

type SearchFormProps = { filters: SearchFilters; onSearch: (change: Partial<SearchFilters>) => void };

/** Nothing is searched before the button is pressed; going back in the history fills in what was searched then. */
export function SearchForm({ filters, onSearch }: SearchFormProps) {
  const { t } = useTranslation('listings');
  const [draft, setDraft] = useDraft(filters);
  const set = (name: keyof Draft) => (value: string) => setDraft({ ...draft, [name]: value });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSearch({
      keyword: draft.keyword.trim(),
      priceMin: parseBound(draft.priceMin),
      priceMax: parseBound(draft.priceMax),
      areaMin: parseBound(draft.areaMin),
      areaMax: parseBound(draft.areaMax),
    });
  };

  return (
    <search>
      <form className={styles.form} aria-label={t('search.label')} onSubmit={submit}>
        <div className={`${styles.field} ${styles.keyword}`}>
          <label className={styles.label} htmlFor="search-keyword">
            {t('search.keyword')}
          </label>
          <input
            id="search-keyword"
            className={styles.input}
            name="keyword"
            type="search"
            enterKeyHint="search"
            maxLength={200}
            placeholder={t('search.keywordExample')}
            value={draft.keyword}
            onChange={(event) => set('keyword')(event.target.value)}
          />
        </div>
        <div className={styles.line} />
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

/** What is typed but not searched yet. It follows the address, but only where the address changed in these fields. */
function useDraft(filters: SearchFilters) {
  const searched = toDraft(filters);
  const key = JSON.stringify(searched);
  const [state, setState] = useState({ key, draft: searched });
  if (state.key !== key) setState({ key, draft: searched });
  return [state.key === key ? state.draft : searched, (draft: Draft) => setState({ key, draft })] as const;
}

function toDraft(filters: SearchFilters): Draft {
  const draft: Draft = { keyword: filters.keyword, priceMin: '', priceMax: '', areaMin: '', areaMax: '' };
  for (const name of boundNames) draft[name] = filters[name]?.toString() ?? '';
  return draft;
}
