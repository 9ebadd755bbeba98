/** Delay in milliseconds for browsers without `requestIdleCallback` (Safari). */
const pause = 200;

/** Calls when the page is idle; returns a function that cancels it. */
export function whenIdle(call: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(call, { timeout: 2_000 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(call, pause);
  return () => clearTimeout(timer);
}
