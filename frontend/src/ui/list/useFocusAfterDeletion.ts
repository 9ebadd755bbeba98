import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the heading when the row is gone whose button had the focus, or opened the dialog that
 * had it. Returns what a deletion calls, or a change after which a filter may hide the row.
 */
export function useFocusAfterDeletion(
  rows: readonly { externalId: string }[] | undefined,
  heading: RefObject<HTMLElement | null>,
): (id: string) => void {
  const leavingId = useRef<string>(undefined);
  useEffect(() => {
    const id = leavingId.current;
    if (id === undefined || !rows || rows.some(({ externalId }) => externalId === id)) return;
    leavingId.current = undefined;
    // A changed row may have stayed, and left the page later: the focus is elsewhere then.
    if (document.activeElement !== document.body) return;
    // Without scrolling: the next row to delete may be near.
    heading.current?.focus({ preventScroll: true });
  }, [rows, heading]);
  return (id) => {
    leavingId.current = id;
  };
}
