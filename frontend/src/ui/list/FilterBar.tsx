import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../form/SelectField';
import { TextField } from '../form/TextField';
import styles from './FilterBar.module.css';
import type { SortDirection } from './listParams';

/** Long enough to type the next letter, short enough to feel immediate. */
const typingPause = 300;

type FilterBarProps<Sort extends string> = {
  /** What the keyword is looked for in. */
  hint: string;
  keyword: string;
  onSearch: (keyword: string) => void;
  sortField: Sort;
  sortFields: readonly { value: Sort; label: string }[];
  sortDirection: SortDirection;
  onSort: (sort: { sortField?: Sort; sortDirection?: SortDirection }) => void;
  /** The filters of this list. */
  children?: ReactNode;
};

/** The controls above a list. They take effect at once, the keyword after a pause in typing. */
export function FilterBar<Sort extends string>(props: FilterBarProps<Sort>) {
  const { hint, keyword, onSearch, sortField, sortFields, sortDirection, onSort, children } = props;
  const { t } = useTranslation('lists');
  const [draft, setDraft] = useDraft(keyword, onSearch);
  return (
    <search>
      <form
        className={styles.bar}
        data-selects={sortFields.length > 1 ? 2 : 1}
        aria-label={t('filter.label')}
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(draft);
        }}
      >
        <div className={styles.keyword}>
          <TextField
            label={t('filter.keyword')}
            icon="search"
            type="search"
            name="keyword"
            enterKeyHint="search"
            maxLength={200}
            placeholder={hint}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
        </div>
        {/* Where there is nothing to choose from, nothing is offered. */}
        {sortFields.length > 1 && (
          <SelectField
            label={t('sort.field')}
            value={sortField}
            options={sortFields}
            onChange={(field) => onSort({ sortField: field })}
          />
        )}
        <SelectField
          label={t('sort.direction')}
          value={sortDirection}
          options={[
            { value: 'DESC', label: t('sort.DESC') },
            { value: 'ASC', label: t('sort.ASC') },
          ]}
          onChange={(direction) => onSort({ sortDirection: direction })}
        />
        {children && <div className={styles.filters}>{children}</div>}
      </form>
    </search>
  );
}

/** What is typed but not searched for yet. It follows the address when that changes by itself, as when going back. */
function useDraft(keyword: string, onSearch: (keyword: string) => void) {
  const [state, setState] = useState({ keyword, draft: keyword });
  if (state.keyword !== keyword) {
    setState({ keyword, draft: state.draft.trim() === keyword ? state.draft : keyword });
  }
  const { draft } = state;
  // What else was chosen during the pause must not be undone: the search starts from what is shown then.
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (draft.trim() === keyword) return;
    const timer = setTimeout(() => search(draft), typingPause);
    return () => clearTimeout(timer);
  }, [draft, keyword]);
  return [draft, (next: string) => setState({ keyword, draft: next })] as const;
}
