import { afterAll, vi } from 'vitest';

/**
 * Separates a test file from the earlier ones of its process, which share the libraries and the
 * window: our modules are evaluated again, and what the file adds to the window is removed after it.
 */
export function separateFiles(): void {
  vi.resetModules();
  const { addEventListener } = window;
  const added: Parameters<typeof window.addEventListener>[] = [];
  window.addEventListener = (...listener: Parameters<typeof window.addEventListener>) => {
    added.push(listener);
    addEventListener(...listener);
  };
  afterAll(() => {
    window.addEventListener = addEventListener;
    for (const listener of added) window.removeEventListener(...listener);
    // The styles of earlier files would make every computed style slower.
    document.head.replaceChildren();
    document.body.replaceChildren();
    document.title = '';
  });
}
