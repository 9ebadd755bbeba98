import { createSlice } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';

/** `round` grows each time failed parts are loaded again. */
type PartsState = { round: number; failed: boolean };

const initialState: PartsState = { round: 0, failed: false };

export const partsSlice = createSlice({
  name: 'parts',
  initialState,
  reducers: {
    partFailed: (state) => {
      state.failed = true;
    },
    partsRetried: (state) => {
      if (!state.failed) return;
      state.failed = false;
      state.round += 1;
    },
  },
  selectors: { selectRound: ({ round }) => round },
});

const { partFailed, partsRetried } = partsSlice.actions;

export const usePartsRound = (): number => useSelector(partsSlice.selectors.selectRound);

export function useParts() {
  const dispatch = useDispatch();
  return {
    reportFailure: useCallback(() => void dispatch(partFailed()), [dispatch]),
    /** Loads all failed parts on screen again, if any. */
    retry: useCallback(() => void dispatch(partsRetried()), [dispatch]),
  };
}
