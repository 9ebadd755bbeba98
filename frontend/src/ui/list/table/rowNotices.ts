import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { type RowNotice, rowNoticesSlice } from './rowNoticesSlice';

const { rowNoticeShown, rowNoticeCleared, allRowNoticesCleared } = rowNoticesSlice.actions;

/**
 * The failure of an action on a row of a list, shown at that row.
 *
 *     const rowNotices = useRowNotices();
 *     rowNotices.clear(id); // before the next try
 *     const { error } = await send({ id });
 *     if (error) rowNotices.show({ id, title: t('refused', { name }), reason: error });
 *
 * `RecordTable` shows the notice below its row; a card contains `RowNotice`. `ListResults` shows
 * the notices of rows that have left the list above it, so that the title must name the row, and
 * clears all notices on unmount.
 */
export type RowNotices = {
  /** Replaces an earlier notice of the same row. */
  show: (notice: RowNotice) => void;
  clear: (id: string) => void;
};

export function useRowNotices(): RowNotices {
  const dispatch = useDispatch();
  return useMemo(
    () => ({
      show: (notice) => void dispatch(rowNoticeShown(notice)),
      clear: (id) => void dispatch(rowNoticeCleared(id)),
    }),
    [dispatch],
  );
}

export const useAllRowNotices = (): readonly RowNotice[] =>
  useSelector(rowNoticesSlice.selectors.selectRowNotices);

export const useRowNotice = (id: string): RowNotice | undefined =>
  useAllRowNotices().find((notice) => notice.id === id);

/** The notices are cleared with the list. */
export function useClearRowNotices(): void {
  const dispatch = useDispatch();
  useEffect(() => () => void dispatch(allRowNoticesCleared()), [dispatch]);
}
