import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

/** What can be pending for a user. */
export type PendingKind = 'registrations' | 'applications' | 'events';
type PendingCounts = Readonly<Partial<Record<PendingKind, number>>>;

const initialState: PendingCounts = {};

/**
 * The pending counts of the user, as last polled by `PollNotifications`, which is loaded only for
 * roles with pending items.
 */
export const pendingCountsSlice = createSlice({
  name: 'pendingCounts',
  initialState,
  reducers: {
    pendingCountsChanged: (_counts, { payload }: PayloadAction<PendingCounts>) => payload,
  },
  selectors: { selectPendingCounts: (counts) => counts },
});

export const { pendingCountsChanged } = pendingCountsSlice.actions;

export const usePendingCounts = (): PendingCounts =>
  useSelector(pendingCountsSlice.selectors.selectPendingCounts);
