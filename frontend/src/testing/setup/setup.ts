import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { separateFiles } from './separateFiles';

separateFiles();
// After the reset, so that handlers of a test reach this server.
const { server } = await import('../server');

// Long enough for a busy machine to render a page.
configure({ asyncUtilTimeout: 15_000 });

/** The requests of a test without a handler: the app may treat their errors like those of a network. */
const unhandledRequests: string[] = [];

beforeAll(() =>
  server.listen({
    onUnhandledRequest({ method, url }, print) {
      unhandledRequests.push(`${method} ${url}`);
      print.error();
    },
  }),
);

afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.removeAttribute('data-theme');
  window.history.replaceState(null, '', '/');
  const unhandled = unhandledRequests.splice(0);
  if (unhandled.length > 0) throw new Error(`requests without a handler: ${unhandled.join(', ')}`);
});

afterAll(() => server.close());

// happy-dom has no layout, so scrolling does nothing.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollBy = () => undefined;
// happy-dom cannot decode images, which would make all of them look damaged.
Reflect.deleteProperty(globalThis, 'createImageBitmap');
