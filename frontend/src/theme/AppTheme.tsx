import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useEffect } from 'react';
import { colorSchemeStorage, colorSchemeStorageKey, useDarkMode } from './colorScheme';
import { dark, light } from './palette';
import { theme } from './theme';

export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider
      theme={theme}
      defaultMode="system"
      modeStorageKey={colorSchemeStorageKey}
      storageManager={colorSchemeStorage}
      noSsr
      // See adoptVariables.
      disableStyleSheetGeneration
    >
      <BrowserChrome />
      {children}
    </ThemeProvider>
  );
}

/** The browser's own bars take the page's ground, also after a manual change. */
function BrowserChrome() {
  const scheme = useDarkMode().dark ? dark : light;
  useEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', scheme.background.default);
  }, [scheme]);
  return null;
}
