import { type StorageManager, useColorScheme } from '@mui/material/styles';

/** The inline script of index.html reads the same key before the first paint. */
const storageKey = 'theme';

const isScheme = (value: unknown): value is 'light' | 'dark' => value === 'light' || value === 'dark';

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/**
 * Keeps only what a person has chosen: `light` or `dark` under `theme`. Nothing
 * is stored while the system decides, and MUI's two further keys (which scheme
 * stands for light and for dark) are never needed.
 */
export const colorSchemeStorage: StorageManager = ({ key }) => ({
  get(fallback) {
    const stored = key === storageKey ? read() : null;
    return isScheme(stored) ? stored : fallback;
  },
  set(value) {
    if (key !== storageKey) return;
    try {
      if (isScheme(value)) localStorage.setItem(storageKey, value);
      else localStorage.removeItem(storageKey);
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  },
  subscribe(handler) {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key) handler(isScheme(event.newValue) ? event.newValue : 'system');
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  },
});

export const colorSchemeStorageKey = storageKey;

export function useDarkMode(): { dark: boolean; toggle: () => void } {
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  return { dark, toggle: () => setMode(dark ? 'light' : 'dark') };
}
