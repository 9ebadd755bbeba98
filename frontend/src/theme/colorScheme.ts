import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

/** The inline script of index.html reads the same key before the first paint. */
const storageKey = 'theme';
const darkSystem = '(prefers-color-scheme: dark)';

const isScheme = (value: unknown): value is ColorScheme => value === 'light' || value === 'dark';
const listeners = new Set<() => void>();
/** The choice of this page where storage is blocked. */
let unstored: ColorScheme | undefined;

/** The user's choice; nothing is stored while the system decides. */
function chosenScheme(): ColorScheme | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return isScheme(stored) ? stored : unstored;
  } catch {
    return unstored;
  }
}

const currentScheme = (): ColorScheme =>
  chosenScheme() ?? (window.matchMedia(darkSystem).matches ? 'dark' : 'light');

function choose(scheme: ColorScheme): void {
  try {
    localStorage.setItem(storageKey, scheme);
  } catch {
    unstored = scheme;
  }
  for (const listener of listeners) listener();
}

/** Notifies of changes in this tab, in another one, or of the system. */
function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener();
  };
  const system = window.matchMedia(darkSystem);
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
    system.removeEventListener('change', listener);
  };
}

export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, currentScheme);

export function useDarkMode(): { dark: boolean; toggle: () => void } {
  const dark = useColorScheme() === 'dark';
  return { dark, toggle: () => choose(dark ? 'light' : 'dark') };
}

/** For MUI, which follows the scheme and never stores it. */
export const colorSchemeSource = {
  get: currentScheme,
  subscribe: (handler: (scheme: ColorScheme) => void) => subscribe(() => handler(currentScheme())),
};
