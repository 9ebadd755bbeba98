import { afterAll, vi } from 'vitest';

/**
 * Separates a test file from the earlier ones of its process, which share the libraries and the
 * window: our modules are evaluated again, and what the file leaves behind is removed after it.
 */
export function separateFiles(): void {
  vi.resetModules();
  const removeListeners = recordListeners();
  const clearTimers = recordTimers();
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    removeListeners();
    clearTimers();
    // The styles of earlier files would make every computed style slower.
    document.head.replaceChildren();
    document.body.replaceChildren();
    for (const name of document.documentElement.getAttributeNames()) {
      document.documentElement.removeAttribute(name);
    }
  });
}

/** Those of the window only: the libraries listen to the document once in a process. */
function recordListeners(): () => void {
  const add = globalThis.addEventListener;
  const added: Parameters<typeof add>[] = [];
  globalThis.addEventListener = (...listener: Parameters<typeof add>) => {
    added.push(listener);
    add(...listener);
  };
  return () => {
    globalThis.addEventListener = add;
    for (const listener of added) removeEventListener(...listener);
  };
}

/** A late retry would send a request to the mocked server of the next file. */
function recordTimers(): () => void {
  const start = globalThis.setTimeout;
  const pending = new Set<NodeJS.Timeout>();
  const startRecorded = (task: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) => {
    const timer = start(() => {
      pending.delete(timer);
      task(...values);
    }, delay);
    pending.add(timer);
    return timer;
  };
  globalThis.setTimeout = startRecorded as typeof start;
  return () => {
    globalThis.setTimeout = start;
    for (const timer of pending) clearTimeout(timer);
  };
}
