import { matchPath } from 'react-router-dom';
import { access } from './access';
import { pages } from './pages';
import { type PageName, pageNames, paths } from './paths';

/**
 * Requests the code of the page at this address, or of the login for a visitor who may not open it.
 * Otherwise its request would wait for the first render, and with a session for the user.
 */
export function preloadPage(pathname: string, hasSession: boolean): void {
  const name = pageNames.find((page) => matchPath(paths[page].path, pathname));
  if (!name) return;
  pages[hasSession || isForVisitors(name) ? name : 'login'].preload?.();
}

function isForVisitors(name: PageName): boolean {
  const allowed = access[name];
  return allowed === 'public' || (allowed !== 'loggedIn' && allowed.includes('ANONYMOUS'));
}
