import { type ReactNode, useLayoutEffect } from 'react';
import { useColorScheme } from './colorScheme';
import { grounds } from './grounds';

/** Shows the page in the reader's colour scheme. The colours themselves are variables (variables.css). */
export function AppTheme({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = scheme;
    // The browser's own bars take the page's ground, also after a manual change.
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', grounds[scheme]);
  }, [scheme]);
  return children;
}
