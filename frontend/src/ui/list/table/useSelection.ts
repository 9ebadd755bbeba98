import { useState } from 'react';

type Row = { externalId: string };

export type Selection<R extends Row> = {
  /** The selected rows, in the order of the list. */
  selected: readonly R[];
  /** Number of rows of the page that can be selected. */
  selectableCount: number;
  limit: number;
  isSelected: (row: R) => boolean;
  /** Whether the row can be selected now: the limit is not reached. */
  canSelect: (row: R) => boolean;
  isSelectable: (row: R) => boolean;
  toggle: (row: R, on: boolean) => void;
  /** Selects from the top, up to the limit. */
  toggleAll: (on: boolean) => void;
  clear: () => void;
};

const emptySet: ReadonlySet<string> = new Set();

/**
 * The selected rows of one page. A row that leaves the page or is no longer selectable leaves the
 * selection; another page (`key`) begins with none.
 */
export function useSelection<R extends Row>(
  rows: readonly R[],
  isSelectable: (row: R) => boolean,
  key: string,
  limit: number,
): Selection<R> {
  const [state, setState] = useState({ key, ids: emptySet });
  if (state.key !== key) setState({ key, ids: emptySet });
  const ids = state.key === key ? state.ids : emptySet;
  const selectableRows = rows.filter(isSelectable);
  const selected = selectableRows.filter(({ externalId }) => ids.has(externalId));
  const isSelected = ({ externalId }: R) => ids.has(externalId);
  const select = (chosen: readonly R[]) =>
    setState({ key, ids: new Set(chosen.slice(0, limit).map(({ externalId }) => externalId)) });
  return {
    selected,
    selectableCount: selectableRows.length,
    limit,
    isSelected,
    canSelect: (row) => isSelected(row) || selected.length < limit,
    isSelectable,
    toggle: (row, on) =>
      select(
        selectableRows.filter((other) => (other.externalId === row.externalId ? on : isSelected(other))),
      ),
    toggleAll: (on) => select(on ? selectableRows : []),
    clear: () => select([]),
  };
}
