import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the heading when the row is gone whose button had the focus, or opened the dialog that
 * had it. Returns what a deletion calls.
 */
export function useFocusAfterDeletion(
  rows: readonly { externalId: string }[] | undefined,
  heading: RefObject<HTMLElement | null>,
): (id: string) => void {
  const deletedId = useRef<string>(undefined);
  useEffect(() => {
    const id = deletedId.current;
    if (id === undefined || !rows || rows.some(({ externalId }) => externalId === id)) return;
    deletedId.current = undefined;
    // Without scrolling: the next row to delete may be near.
    heading.current?.focus({ preventScroll: true });
  }, [rows, heading]);
  return (id) => {
    deletedId.current = id;
  };
}
