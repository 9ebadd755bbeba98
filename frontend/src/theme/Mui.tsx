import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type StorageManager, ThemeProvider } from '@mui/material/styles';
import { createContext, type ReactNode, useContext } from 'react';
import { colorSchemeSource } from './colorScheme';
import { findEmotionInsertionPoint } from './emotionInsertionPoint';
import './muiVariables.css';
import { theme } from './theme';

const insertionPoint = findEmotionInsertionPoint();
const cache = createCache({ key: 'css', ...(insertionPoint && { insertionPoint }) });
const IsInside = createContext(false);

/** MUI follows the app's colour scheme; only `useDarkMode` stores one. */
const storageManager: StorageManager = ({ key }) => ({
  get: (fallback) => (key === modeKey ? colorSchemeSource.get() : fallback),
  set: () => undefined,
  subscribe: colorSchemeSource.subscribe,
});
const modeKey = 'mode';

/**
 * The providers of MUI. Every lazy page has them (`lazyPage`), and so has every other part that the
 * first screen opens: the first screen has neither MUI nor Emotion.
 */
export function Mui({ children }: { children: ReactNode }) {
  if (useContext(IsInside)) return children;
  return (
    <IsInside value>
      <CacheProvider value={cache}>
        <ThemeProvider
          theme={theme}
          defaultMode="system"
          modeStorageKey={modeKey}
          storageManager={storageManager}
          noSsr
          // The variables are files: see build/themeVariables.ts.
          disableStyleSheetGeneration
        >
          {children}
        </ThemeProvider>
      </CacheProvider>
    </IsInside>
  );
}
