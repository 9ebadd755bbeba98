import type { ReactNode } from 'react';
import boxStyles from '../../form/choice/box.module.css';
import styles from './Selection.module.css';
import type { Selection } from './useSelection';

type SelectBoxProps<R extends { externalId: string }> = {
  selection: Selection<R>;
  row: R;
  /** The accessible name: "Select Mira Vogel". */
  label: string;
  /** The first content of the row. */
  children: ReactNode;
};

/** A checkbox that selects a row. Rows that cannot be selected reserve its space. */
export function SelectBox<R extends { externalId: string }>(props: SelectBoxProps<R>) {
  const { selection, row, label, children } = props;
  if (selection.selectableCount === 0) return children;
  return (
    <div className={styles.cell}>
      {selection.isSelectable(row) ? (
        <label className={styles.target}>
          <input
            type="checkbox"
            className={boxStyles.box}
            aria-label={label}
            checked={selection.isSelected(row)}
            disabled={!selection.canSelect(row)}
            onChange={(event) => selection.toggle(row, event.target.checked)}
          />
        </label>
      ) : (
        <span className={styles.target} />
      )}
      <div className={styles.rest}>{children}</div>
    </div>
  );
}
