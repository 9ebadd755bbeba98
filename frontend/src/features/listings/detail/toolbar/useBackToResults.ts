import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { resultsBefore } from '../../../../ui/list/resultsBefore';

/** The index that the router stores in a history entry. */
function entryIndex(): number {
  const state: unknown = window.history.state;
  const hasIndex = typeof state === 'object' && state !== null && 'idx' in state;
  return hasIndex && typeof state.idx === 'number' ? state.idx : 0;
}

const originOf = (state: unknown) => ({ results: resultsBefore(state), entry: entryIndex() - 1 });

/**
 * Goes back to the results that the listing was opened from, over all entries in between, so that
 * the browser restores the scroll position. Undefined when the listing was opened from elsewhere.
 */
export function useBackToResults() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [origin, setOrigin] = useState(() => originOf(state));
  // After a reload over an open photo, only the entry below it knows the results.
  if (origin.results === undefined && resultsBefore(state) !== undefined) setOrigin(originOf(state));
  const { results, entry } = origin;
  if (results === undefined) return undefined;
  return { results, goBack: () => void navigate(entry - entryIndex()) };
}
