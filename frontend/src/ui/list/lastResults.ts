import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useSelector, useStore } from 'react-redux';

type LastResultsState = { address: string | null };

const initialState: LastResultsState = { address: null };

/** The address of the last search, a path with its query, for links back to it. */
export const lastResultsSlice = createSlice({
  name: 'lastResults',
  initialState,
  reducers: {
    resultsShown: (state, { payload }: PayloadAction<string>) => {
      state.address = payload;
    },
  },
  selectors: { selectAddress: ({ address }) => address },
});

export const { resultsShown } = lastResultsSlice.actions;

/** Null before the first search. */
export const useLastResults = (): string | null => useSelector(lastResultsSlice.selectors.selectAddress);

/** Whether this is the first search, read once: the caller does not render again after it. */
export function useIsFirstSearch(): boolean {
  const store = useStore<{ lastResults: LastResultsState }>();
  const [isFirst] = useState(() => lastResultsSlice.selectors.selectAddress(store.getState()) === null);
  return isFirst;
}

/** The state of a history entry that was opened from results. */
export const fromResults = (results: string) => ({ results });
