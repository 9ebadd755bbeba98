import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../../i18n/useErrorText';

/** The state of `rowNotices`, and the only part of it that the first file needs. */
export type RowNotice = {
  /** The `externalId` of the row. */
  id: string;
  title: string;
  /** An error of the API, or a text. */
  reason: Failure | string;
};

/** Maximum number of notices; the oldest ones are dropped. */
const maxNotices = 50;

const initialState: readonly RowNotice[] = [];

export const rowNoticesSlice = createSlice({
  name: 'rowNotices',
  initialState,
  reducers: {
    rowNoticeShown: (notices, { payload }: PayloadAction<RowNotice>) =>
      [...notices.filter(({ id }) => id !== payload.id), payload].slice(-maxNotices),
    rowNoticeCleared: (notices, { payload }: PayloadAction<string>) =>
      notices.filter(({ id }) => id !== payload),
    allRowNoticesCleared: () => initialState,
  },
  selectors: { selectRowNotices: (notices) => notices },
});
