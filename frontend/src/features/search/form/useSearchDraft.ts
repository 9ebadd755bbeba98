import { useState } from 'react';

/**
 * Typed values that are not searched yet. A value that changes in the URL, as by Back, replaces the
 * typed one; other typed values stay.
 */
export function useSearchDraft<Draft extends Record<string, string>>(searched: Draft) {
  const [state, setState] = useState({ searched, draft: searched });
  const changed = Object.entries(searched).filter(([name, value]) => value !== state.searched[name]);
  const draft = { ...state.draft, ...Object.fromEntries(changed) };
  if (changed.length > 0) setState({ searched, draft });
  const updateDraft = (changes: Partial<Draft>) =>
    setState((state) => ({ ...state, draft: { ...state.draft, ...changes } }));
  /** For a search of this draft: shows its values, except where the user has typed since then. */
  const updateUntyped = (submitted: Partial<Draft>) =>
    setState((state) => {
      const untyped = Object.entries(submitted).filter(([name]) => state.draft[name] === draft[name]);
      return {
        // They do not count as changed when the URL gets them.
        searched: { ...state.searched, ...submitted },
        draft: { ...state.draft, ...Object.fromEntries(untyped) },
      };
    });
  return [draft, updateDraft, updateUntyped] as const;
}
