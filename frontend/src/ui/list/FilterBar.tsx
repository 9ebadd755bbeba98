import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../form/SelectField';
import { TextField } from '../form/TextField';
import { Icon } from '../Icon';
import styles from './FilterBar.module.css';
import type { SortDirection } from './listParams';

/** Also after a reload no number comes again that an entry of the history has already. */
let typings = Date.now();

/** Long enough to type the next letter, short enough to feel immediate. */
const typingPause = 300;

type FilterBarProps<Sort extends string> = {
  /** What the keyword is looked for in. */
  hint: string;
  keyword: string;
  /** `typing` is another number for each time that the reader types. */
  onSearch: (keyword: string, typing: number) => void;
  sortField: Sort;
  sortFields: readonly { value: Sort; label: string }[];
  sortDirection: SortDirection;
  /** What the directions are called; ascending and descending unless given. */
  directions?: Record<SortDirection, string>;
  onSort: (sort: { sortField?: Sort; sortDirection?: SortDirection }) => void;
  /** How many filters are chosen. */
  chosenFilters: number;
  /** The filters of this list. */
  children?: ReactNode;
};

/**
 * The controls above a list. They take effect at once, the keyword after a pause in typing.
 * On a phone all but the keyword are folded away, so that the list is in view.
 */
export function FilterBar<Sort extends string>(props: FilterBarProps<Sort>) {
  const { hint, keyword, onSearch, sortField, sortFields, sortDirection, onSort } = props;
  const { chosenFilters, directions, children } = props;
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
        <Toggle open={open} controls={id} chosen={chosenFilters} onToggle={() => setOpen(!open)} />
        <div id={id} className={styles.folded} data-open={open}>
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

/** Unfolds the filters on a phone, and says how many are chosen. */
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
      <span className={styles.toggleWord}>{t('filter.toggle')}</span>{' '}
      {chosen > 0 && (
        <span className={styles.chosen}>
          <span aria-hidden>{chosen}</span>
          <span className="visually-hidden">({t('filter.chosen', { count: chosen })})</span>
        </span>
      )}
    </button>
  );
}

/** What is typed but not searched for yet. It follows the address when that changes by itself, as when going back. */
function useDraft(keyword: string, onSearch: FilterBarProps<string>['onSearch']) {
  const typing = useRef({ number: 0, isOver: true });
  const [state, setState] = useState({ keyword, draft: keyword });
  if (state.keyword !== keyword) {
    setState({ keyword, draft: state.draft.trim() === keyword ? state.draft : keyword });
  }
  const { draft } = state;
  // What else was chosen during the pause must not be undone: the search starts from what is shown then.
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
      if (typing.current.isOver) typing.current = { number: typings++, isOver: false };
      setState({ keyword, draft: next });
    },
    searchNow: () => {
      onSearch(draft, typing.current.number);
      endTyping();
    },
    /** What is typed from now on is another keyword. */
    endTyping,
  };
}
