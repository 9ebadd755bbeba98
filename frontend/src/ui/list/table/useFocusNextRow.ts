import { type RefObject, useEffect, useRef, useState } from 'react';

type Row = { externalId: string };

/** The id of the review button of a row. */
export const reviewButtonId = ({ externalId }: Row): string => `decide-${externalId}`;

/** The next open row below the current one, else the first one above. */
export function findNextOpen<R extends Row>(
  rows: readonly R[],
  current: R,
  isOpen: (row: R) => boolean,
): R | undefined {
  const index = rows.findIndex(({ externalId }) => externalId === current.externalId);
  return [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))].find(isOpen);
}

/** Moves the focus from a finished row to the next one, or to the heading if none is left. */
export function useFocusNextRow(): {
  headingRef: RefObject<HTMLHeadingElement | null>;
  focusRow: (row: Row | undefined) => void;
} {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [next, setNext] = useState<{ row: Row | undefined }>();
  // After the dialog has returned the focus to the button that opened it, and that disappears.
  useEffect(() => {
    if (!next) return;
    const button = next.row && document.getElementById(reviewButtonId(next.row));
    (button ?? headingRef.current)?.focus();
  }, [next]);
  return { headingRef, focusRow: (row) => setNext({ row }) };
}
