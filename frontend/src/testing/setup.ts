import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { server } from './server';

// As long as a busy machine may need to draw a page; what is there is found at once all the same.
configure({ asyncUtilTimeout: 5_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));

afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.removeAttribute('data-theme');
  window.history.replaceState(null, '', '/');
});

afterAll(() => server.close());

// happy-dom has no layout: scrolling is only ever a call.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollBy = () => undefined;
// happy-dom decodes no pictures, and must not say that they are all damaged.
Reflect.deleteProperty(globalThis, 'createImageBitmap');
