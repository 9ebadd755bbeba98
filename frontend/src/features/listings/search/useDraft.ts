import { useState } from 'react';

/**
 * What is typed but not searched yet. Where the address says something else than before, as when going back, the
 * draft follows it; what is typed elsewhere stays.
 */
export function useDraft<Draft extends Record<string, string>>(searched: Draft) {
  const [state, setState] = useState({ searched, draft: searched });
  const changed = Object.entries(searched).filter(([name, value]) => value !== state.searched[name]);
  const draft = { ...state.draft, ...Object.fromEntries(changed) };
  if (changed.length > 0) setState({ searched, draft });
  const change = (next: Partial<Draft>) =>
    setState((state) => ({ ...state, draft: { ...state.draft, ...next } }));
  return [draft, change] as const;
}
