import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the heading when the focused element is removed, for example with a row that leaves the
 * page when the list is read again.
 */
export function useKeepFocus(heading: RefObject<HTMLElement | null>): void {
  const focused = useRef<EventTarget>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => (focused.current = target);
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  // After each render: the rows are rendered with their page.
  useEffect(() => {
    const isRemoved = focused.current instanceof Node && !focused.current.isConnected;
    if (!isRemoved || document.activeElement !== document.body) return;
    focused.current = null;
    // Without scrolling: the user may be reading another row.
    heading.current?.focus({ preventScroll: true });
  });
}
