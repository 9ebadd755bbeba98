import { access, isOpenToVisitors } from './access';
import { pageAt } from './routes/pageAt';
import { pages } from './pages';

/**
 * Requests the code of the page at this address, or of the login for a visitor who may not open it.
 * Otherwise its request would wait for the first render, and with a session for the user.
 */
export function preloadPage(pathname: string, hasSession: boolean): void {
  const name = pageAt(pathname);
  if (!name) return;
  pages[hasSession || isOpenToVisitors(access[name]) ? name : 'login'].preload?.();
}
