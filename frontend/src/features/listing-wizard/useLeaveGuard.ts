import { useEffect, useState } from 'react';

/**
 * Asks before the page is left. The browser asks before a close or reload; a click on a
 * link of the app is blocked, and its destination returned.
 */
export function useLeaveGuard(isActive: boolean) {
  const [destination, setDestination] = useState<string>();
  useEffect(() => {
    if (!isActive) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const blockClick = (event: MouseEvent) => {
      const url = destinationOf(event);
      if (!url || url.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setDestination(url.pathname + url.search + url.hash);
    };
    window.addEventListener('beforeunload', warn);
    // In the capture phase, before the router's listener.
    document.addEventListener('click', blockClick, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('click', blockClick, { capture: true });
    };
  }, [isActive]);
  return { destination, stay: () => setDestination(undefined) };
}

/** The URL that a click opens in this tab, if it is in this app. */
function destinationOf(event: MouseEvent): URL | undefined {
  const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlainClick || !link?.href || link.target === '_blank') return undefined;
  const url = new URL(link.href);
  return url.origin === location.origin ? url : undefined;
}
