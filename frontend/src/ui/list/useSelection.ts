import { useState } from 'react';

type Row = { externalId: string };

export type Selection<R extends Row> = {
  /** What is selected, in the order of the list. */
  selected: readonly R[];
  /** How many rows of the page can be selected. */
  selectable: number;
  limit: number;
  isSelected: (row: R) => boolean;
  /** Whether the row can be selected now: it may be, and there is room for one more. */
  canSelect: (row: R) => boolean;
  mayEver: (row: R) => boolean;
  toggle: (row: R, on: boolean) => void;
  /** As many as there is room for, from the top. */
  toggleAll: (on: boolean) => void;
  clear: () => void;
};

const none: ReadonlySet<string> = new Set();

/**
 * Rows of one page that are selected to be dealt with together. A row that leaves the page or
 * may no longer be selected leaves the selection; another page (`key`) begins with none.
 */
export function useSelection<R extends Row>(
  rows: readonly R[],
  mayEver: (row: R) => boolean,
  key: string,
  limit: number,
): Selection<R> {
  const [state, setState] = useState({ key, ids: none });
  if (state.key !== key) setState({ key, ids: none });
  const ids = state.key === key ? state.ids : none;
  const selectable = rows.filter(mayEver);
  const selected = selectable.filter(({ externalId }) => ids.has(externalId));
  const isSelected = ({ externalId }: R) => ids.has(externalId);
  const select = (chosen: readonly R[]) =>
    setState({ key, ids: new Set(chosen.slice(0, limit).map(({ externalId }) => externalId)) });
  return {
    selected,
    selectable: selectable.length,
    limit,
    isSelected,
    canSelect: (row) => isSelected(row) || selected.length < limit,
    mayEver,
    toggle: (row, on) =>
      select(selectable.filter((other) => (other.externalId === row.externalId ? on : isSelected(other)))),
    toggleAll: (on) => select(on ? selectable : []),
    clear: () => select([]),
  };
}
