/** Where a browser does not say when it is idle (Safari): after what is under way. */
const pause = 200;

/** Calls once the page has nothing more urgent to do; answers how to call it off. */
export function whenIdle(call: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(call, { timeout: 2_000 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(call, pause);
  return () => clearTimeout(timer);
}
