import { beforeEach, expect, test, vi } from 'vitest';
import { pages } from './pages';
import { preloadPage } from './preloadPage';

const preloaded: string[] = [];

beforeEach(() => {
  preloaded.length = 0;
  for (const name of ['login', 'about', 'apply', 'favourites', 'users'] as const) {
    vi.spyOn(pages[name], 'preload').mockImplementation(() => void preloaded.push(name));
  }
});

test.each([
  ['/about', false, ['about']],
  ['/favourites', false, ['favourites']],
  ['/users', true, ['users']],
  ['/users', false, ['login']],
  ['/listing/01900000-0000-7000-8000-0000000000ff/apply', true, ['apply']],
  ['/', false, []],
  ['/no-such-page', true, []],
])('preloadPage of %s with a session: %s requests %j', (pathname, hasSession, expected) => {
  preloadPage(pathname, hasSession);
  expect(preloaded).toEqual(expected);
});
