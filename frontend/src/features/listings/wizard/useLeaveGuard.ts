import { useEffect, useState } from 'react';

/**
 * Asks before the page is left. The browser asks when the tab is closed or reloaded; a
 * link within the app is held back until the user has decided. Answers where it leads.
 */
export function useLeaveGuard(active: boolean) {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (!active) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const url = destinationOf(event);
      if (!url || url.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(url.pathname + url.search + url.hash);
    };
    window.addEventListener('beforeunload', warn);
    // Before the router hears of it.
    document.addEventListener('click', hold, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('click', hold, { capture: true });
    };
  }, [active]);
  return { wanted, stay: () => setWanted(undefined) };
}

/** Where a click leads within this app, unless it opens somewhere else. */
function destinationOf(event: MouseEvent): URL | undefined {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!plain || !link?.href || link.target === '_blank') return undefined;
  const url = new URL(link.href);
  return url.origin === location.origin ? url : undefined;
}
