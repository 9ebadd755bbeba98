import type { ReactNode } from 'react';
import styles from './Selection.module.css';
import type { Selection } from './useSelection';

type SelectBoxProps<R extends { externalId: string }> = {
  selection: Selection<R>;
  row: R;
  /** Names the row: "Select Mira Vogel". */
  label: string;
  /** What the row begins with. */
  children: ReactNode;
};

/** A box that selects a row, before what the row begins with. Rows without one keep its room. */
export function SelectBox<R extends { externalId: string }>(props: SelectBoxProps<R>) {
  const { selection, row, label, children } = props;
  if (selection.selectable === 0) return children;
  return (
    <div className={styles.cell}>
      {selection.mayEver(row) ? (
        <label className={styles.target}>
          <input
            type="checkbox"
            className={styles.box}
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
