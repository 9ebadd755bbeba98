import { useState } from 'react';

/**
 * Typed values that are not searched yet. A value that changes in the URL, as by Back, replaces the
 * typed one; other typed values stay.
 */
export function useSearchDraft<Draft extends Record<string, string>>(searched: Draft) {
  const [state, setState] = useState({ searched, draft: searched, newer: [] as string[] });
  const changed = Object.entries(searched).filter(([name, value]) => value !== state.searched[name]);
  const shown = changed.filter(([name]) => !state.newer.includes(name));
  const draft = { ...state.draft, ...Object.fromEntries(shown) };
  if (changed.length > 0) setState({ searched, draft, newer: [] });
  const updateDraft = (changes: Partial<Draft>) =>
    setState((state) => ({ ...state, draft: { ...state.draft, ...changes } }));
  /** Shows what is searched now, except where the user has typed since this draft was submitted. */
  const updateUntyped = (changes: Partial<Draft>) =>
    setState((state) => {
      const newer = Object.keys(draft).filter((name) => state.draft[name] !== draft[name]);
      const kept = Object.fromEntries(newer.map((name) => [name, state.draft[name]]));
      return { ...state, draft: { ...state.draft, ...changes, ...kept }, newer };
    });
  return [draft, updateDraft, updateUntyped] as const;
}
