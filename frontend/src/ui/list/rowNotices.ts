import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Failure } from '../../i18n/useErrorText';

/**
 * What went wrong with a row of a list, shown at that row: an action that the
 * server refused, or that could not be sent.
 *
 *     const rowNotices = useRowNotices();
 *     rowNotices.clear(id); // the next try
 *     const { error } = await send({ id });
 *     if (error) rowNotices.show({ id, title: t('refused', { name }), reason: error });
 *
 * `RecordTable` shows the notice below its row; a card places `RowNotice` itself.
 * `ListResults` shows the notices of rows that have left the list above it, so
 * that the title has to name the row, and forgets all of them with the page.
 */
export type RowNotice = {
  /** The `externalId` of the row. */
  id: string;
  title: string;
  /** What a call answered, which is put into words, or words. */
  reason: Failure | string;
};

/** So many rows can have failed before the oldest notice gives way. */
const mostNotices = 50;

const initialState: readonly RowNotice[] = [];

export const rowNoticesSlice = createSlice({
  name: 'rowNotices',
  initialState,
  reducers: {
    rowNoticeShown: (notices, { payload }: PayloadAction<RowNotice>) =>
      [...notices.filter(({ id }) => id !== payload.id), payload].slice(-mostNotices),
    rowNoticeCleared: (notices, { payload }: PayloadAction<string>) =>
      notices.filter(({ id }) => id !== payload),
    rowNoticesForgotten: () => initialState,
  },
});

const { rowNoticeShown, rowNoticeCleared, rowNoticesForgotten } = rowNoticesSlice.actions;

type WithRowNotices = { rowNotices: readonly RowNotice[] };

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
  useSelector(({ rowNotices }: WithRowNotices) => rowNotices);

export const useRowNotice = (id: string): RowNotice | undefined =>
  useAllRowNotices().find((notice) => notice.id === id);

/** All notices go with the list. */
export function useForgetRowNotices(): void {
  const dispatch = useDispatch();
  useEffect(() => () => void dispatch(rowNoticesForgotten()), [dispatch]);
}
