import { type ReactNode, useLayoutEffect } from 'react';
import { useColorScheme } from './colorScheme';
import { pageBackgrounds } from './pageBackgrounds';

/** Applies the colour scheme. The colours are CSS variables (variables.css). */
export function AppTheme({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = scheme;
    // The browser's bars have the page background, also after a manual change.
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', pageBackgrounds[scheme]);
  }, [scheme]);
  return children;
}
