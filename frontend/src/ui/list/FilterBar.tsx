import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../form/SelectField';
import { TextField } from '../form/TextField';
import { Icon } from '../Icon';
import styles from './FilterBar.module.css';
import type { SortDirection } from './params/listParams';

/** Begins with the time: also after a reload no number repeats one of the history. */
let typingCount = Date.now();

/** Debounce in milliseconds. */
const typingPause = 300;

type FilterBarProps<Sort extends string> = {
  /** The fields that the keyword is searched in. */
  hint: string;
  keyword: string;
  /** `typing` numbers each sequence of typing. */
  onSearch: (keyword: string, typing: number) => void;
  sortField: Sort;
  sortFields: readonly { value: Sort; label: string }[];
  sortDirection: SortDirection;
  /** The names of the directions; ascending and descending by default. */
  directions?: Record<SortDirection, string>;
  onSort: (sort: { sortField?: Sort; sortDirection?: SortDirection }) => void;
  /** Number of active filters. */
  activeFilterCount: number;
  /** The filters of this list. */
  children?: ReactNode;
};

/**
 * The controls above a list. They take effect immediately, the keyword after a pause in typing. On
 * phones all but the keyword are folded, so that the list is in view.
 */
export function FilterBar<Sort extends string>(props: FilterBarProps<Sort>) {
  const { hint, keyword, onSearch, sortField, sortFields, sortDirection, onSort } = props;
  const { activeFilterCount, directions, children } = props;
  const { t } = useTranslation('lists');
  const id = useId();
  const [open, setOpen] = useState(false);
  const { draft, setDraft, searchNow, endTyping } = useDraft(keyword, onSearch);
  return (
    <search>
      <form
        className={styles.bar}
        data-selects={sortFields.length > 1 ? 2 : 1}
        aria-label={t('filter.label')}
        onSubmit={(event) => {
          event.preventDefault();
          searchNow();
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
            onBlur={endTyping}
          />
        </div>
        <Toggle open={open} controls={id} chosen={activeFilterCount} onToggle={() => setOpen(!open)} />
        <div id={id} className={styles.folded} data-open={open}>
          {/* Hidden where there is no choice. */}
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
              { value: 'DESC', label: directions?.DESC ?? t('sort.DESC') },
              { value: 'ASC', label: directions?.ASC ?? t('sort.ASC') },
            ]}
            onChange={(direction) => onSort({ sortDirection: direction })}
          />
          {children && <div className={styles.filters}>{children}</div>}
        </div>
      </form>
    </search>
  );
}

type ToggleProps = { open: boolean; controls: string; chosen: number; onToggle: () => void };

/** Unfolds the filters on phones, and shows how many are active. */
function Toggle({ open, controls, chosen, onToggle }: ToggleProps) {
  const { t } = useTranslation('lists');
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    >
      <Icon name="sliders" />
      <span className={styles.toggleLabel}>{t('filter.toggle')}</span>{' '}
      {chosen > 0 && (
        <span className={styles.chosen}>
          <span aria-hidden>{chosen}</span>
          <span className="visually-hidden">({t('filter.chosen', { count: chosen })})</span>
        </span>
      )}
    </button>
  );
}

/**
 * The typed keyword until it is searched. It follows changes of the address, as when going back.
 */
function useDraft(keyword: string, onSearch: FilterBarProps<string>['onSearch']) {
  const typing = useRef({ number: 0, isOver: true });
  const [state, setState] = useState({ keyword, draft: keyword });
  if (state.keyword !== keyword) {
    setState({ keyword, draft: state.draft.trim() === keyword ? state.draft : keyword });
  }
  const { draft } = state;
  // An effect event, so that the search keeps what was chosen during the pause.
  const search = useEffectEvent((text: string) => onSearch(text, typing.current.number));
  useEffect(() => {
    if (draft.trim() === keyword) return;
    const timer = setTimeout(() => search(draft), typingPause);
    return () => clearTimeout(timer);
  }, [draft, keyword]);
  const endTyping = () => {
    typing.current.isOver = true;
  };
  return {
    draft,
    setDraft: (next: string) => {
      if (typing.current.isOver) typing.current = { number: typingCount++, isOver: false };
      setState({ keyword, draft: next });
    },
    searchNow: () => {
      onSearch(draft, typing.current.number);
      endTyping();
    },
    /** Further typing is another sequence. */
    endTyping,
  };
}
