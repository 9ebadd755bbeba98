import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider, useColorScheme as useMuiColorScheme } from '@mui/material/styles';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { type ColorScheme, useColorScheme } from './colorScheme';
import { findEmotionInsertionPoint } from './emotionInsertionPoint';
import './muiVariables.css';
import { theme } from './theme';

const insertionPoint = findEmotionInsertionPoint();
const cache = createCache({ key: 'css', ...(insertionPoint && { insertionPoint }) });
const IsInside = createContext(false);

/**
 * The providers of MUI. Every lazy page has them (`lazyPage`), and so has every other part that the
 * first screen opens: the first screen has neither MUI nor Emotion.
 */
export function Mui({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  if (useContext(IsInside)) return children;
  return (
    <IsInside value>
      <CacheProvider value={cache}>
        <ThemeProvider
          theme={theme}
          defaultMode={scheme}
          storageManager={null}
          noSsr
          // The variables are files: see build/themeVariables.ts.
          disableStyleSheetGeneration
        >
          <FollowColorScheme scheme={scheme} />
          {children}
        </ThemeProvider>
      </CacheProvider>
    </IsInside>
  );
}

/** MUI takes over the app's colour scheme, and stores none. */
function FollowColorScheme({ scheme }: { scheme: ColorScheme }) {
  const { setMode } = useMuiColorScheme();
  useEffect(() => setMode(scheme), [scheme, setMode]);
  return null;
}
