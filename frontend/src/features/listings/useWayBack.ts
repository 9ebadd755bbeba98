import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { resultsBefore } from '../../ui/lastResults';

/** The number that the router gives an entry of the history. */
function entryNumber(): number {
  const state: unknown = window.history.state;
  const isNumbered = typeof state === 'object' && state !== null && 'idx' in state;
  return isNumbered && typeof state.idx === 'number' ? state.idx : 0;
}

/**
 * The way back to the results that a listing was opened from: over everything that was opened in between, as photos, so
 * that the browser finds the scroll position again. Undefined for those who came from elsewhere.
 */
export function useWayBack() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [origin] = useState(() => ({ results: resultsBefore(state), entry: entryNumber() - 1 }));
  const { results, entry } = origin;
  if (results === undefined) return undefined;
  return { results, goBack: () => void navigate(entry - entryNumber()) };
}
