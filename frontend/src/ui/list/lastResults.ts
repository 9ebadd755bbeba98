import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

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

/** The state of a history entry that was opened from results. */
export const fromResults = (results: string) => ({ results });

/**
 * The address of the results that an entry was opened from. The state of a history entry can be
 * anything.
 */
export function resultsBefore(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('results' in state)) return undefined;
  return typeof state.results === 'string' && state.results.startsWith('/') ? state.results : undefined;
}
