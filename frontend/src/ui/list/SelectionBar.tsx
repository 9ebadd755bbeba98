import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Selection.module.css';
import type { Selection } from './useSelection';

type SelectionBarProps<R extends { externalId: string }> = {
  selection: Selection<R>;
  /** What can be done with what is selected; it says how many rows that are. */
  children: ReactNode;
};

/** Above the rows: selects all of them, and holds what can be done with the selection. */
export function SelectionBar<R extends { externalId: string }>(props: SelectionBarProps<R>) {
  const { selection, children } = props;
  const { selected, selectable, limit, toggleAll } = selection;
  const { t } = useTranslation('lists');
  const id = useId();
  const most = Math.min(selectable, limit);
  const box = useIndeterminate(selected.length > 0 && selected.length < most);
  if (selectable === 0) return null;
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={t('selection.label')}
      data-active={selected.length > 0}
    >
      <label className={styles.all} htmlFor={id}>
        <input
          ref={box}
          id={id}
          type="checkbox"
          className={styles.box}
          checked={selected.length === most}
          onChange={(event) => toggleAll(event.target.checked)}
        />
        {selectable > limit ? t('selection.first', { limit }) : t('selection.all')}
      </label>
      <p role="status" className="visually-hidden">
        {selected.length > 0 && t('selection.count', { count: selected.length })}
      </p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** A state that a checkbox has in the document only. */
function useIndeterminate(some: boolean) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return box;
}
