import { type RefObject, useEffect, useRef, useState } from 'react';

type Row = { externalId: string };

/** What decides about a row carries this id. */
export const decideId = ({ externalId }: Row): string => `decide-${externalId}`;

/** What of the rows is to be dealt with after this one: the next below, else the first of those above. */
export function nextOpen<R extends Row>(
  rows: readonly R[],
  current: R,
  isOpen: (row: R) => boolean,
): R | undefined {
  const place = rows.findIndex(({ externalId }) => externalId === current.externalId);
  return [...rows.slice(place + 1), ...rows.slice(0, Math.max(place, 0))].find(isOpen);
}

/** Leads the focus from a row that has been dealt with to the next one, or to the heading when none is left. */
export function useNextRow(): {
  headingRef: RefObject<HTMLHeadingElement | null>;
  goOnWith: (row: Row | undefined) => void;
} {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [next, setNext] = useState<{ row: Row | undefined }>();
  // After the dialog has given the focus back to what opened it, which is about to go.
  useEffect(() => {
    if (!next) return;
    const button = next.row && document.getElementById(decideId(next.row));
    (button ?? headingRef.current)?.focus();
  }, [next]);
  return { headingRef, goOnWith: (row) => setNext({ row }) };
}
