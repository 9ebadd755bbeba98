import { useState } from 'react';
import type { ApplicationResponse } from '../../../api/generated';
import { useKeepFocus } from '../../../ui/list/table/useKeepFocus';
import { findNextOpen, useFocusNextRow } from '../../../ui/list/table/useFocusNextRow';

/** The open letter, and the focus of the rows when none is open. */
export function useLetterQueue(
  rows: readonly ApplicationResponse[],
  isOpen: (application: ApplicationResponse) => boolean,
) {
  const { headingRef, focusRow } = useFocusNextRow();
  useKeepFocus(headingRef);
  const [letter, setLetter] = useState<{ application: ApplicationResponse; isFirst: boolean }>();
  return {
    headingRef,
    /** As the list has it now. */
    letter:
      letter && (rows.find((row) => row.externalId === letter.application.externalId) ?? letter.application),
    openLetter: (application: ApplicationResponse) => setLetter({ application, isFirst: true }),
    closeLetter: () => {
      setLetter(undefined);
      // The row of the first letter may be gone: the row of the last one is focused.
      if (letter && !letter.isFirst) focusRow(letter.application);
    },
    /** Shows the next letter after a decision, or focuses the next row if no letter is open. */
    showNext: (decided: ApplicationResponse) => {
      const next = findNextOpen(rows, decided, isOpen);
      if (letter && next && next.applicationLetter !== null) {
        setLetter({ application: next, isFirst: false });
      } else {
        setLetter(undefined);
        focusRow(next);
      }
    },
  };
}
