import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import boxStyles from '../../form/choice/box.module.css';
import styles from './Selection.module.css';
import type { Selection } from './useSelection';

type SelectionBarProps<R extends { externalId: string }> = {
  selection: Selection<R>;
  /** The actions on the selected rows; they contain the number of rows. */
  children: ReactNode;
};

/** Selects all rows, and has the actions on the selected ones. */
export function SelectionBar<R extends { externalId: string }>(props: SelectionBarProps<R>) {
  const { selection, children } = props;
  const { selected, selectableCount, limit, toggleAll } = selection;
  const { t } = useTranslation('lists');
  const id = useId();
  const maxSelected = Math.min(selectableCount, limit);
  const box = useIndeterminate(selected.length > 0 && selected.length < maxSelected);
  if (selectableCount === 0) return null;
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
          className={boxStyles.box}
          checked={selected.length === maxSelected}
          onChange={(event) => toggleAll(event.target.checked)}
        />
        {selectableCount > limit ? t('selection.first', { limit }) : t('selection.all')}
      </label>
      <p role="status" className="visually-hidden">
        {selected.length > 0 && t('selection.count', { count: selected.length })}
      </p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** `indeterminate` exists as a DOM property only. */
function useIndeterminate(some: boolean) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return box;
}
