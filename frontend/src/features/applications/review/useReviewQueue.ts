import { useState } from 'react';
import type { ApplicationResponse } from '../../../api/generated';
import type { Grounds } from './rejection/RejectDialog';
import type { Review } from './ReviewDialog';
import { type SendDecision, useDecisions } from './useDecisions';
import { useLetterQueue } from './useLetterQueue';

/**
 * Reviews one after another, from the rows or from the letters: the next row is focused, or the next
 * letter shown, while a decision is being sent.
 */
export function useReviewQueue(
  rows: readonly ApplicationResponse[],
  isOpen: (application: ApplicationResponse) => boolean,
  send: SendDecision,
) {
  const { decide, ...decisions } = useDecisions(send);
  const { showNext, letter, ...letters } = useLetterQueue(rows, isOpen);
  const [startedReview, setStartedReview] = useState<Review>();
  return {
    ...decisions,
    ...letters,
    /** Undefined while a decision on it is being confirmed. */
    letter: startedReview ? undefined : letter,
    /** The decision to be confirmed. */
    startedReview,
    startReview: setStartedReview,
    cancelReview: () => setStartedReview(undefined),
    confirmReview: (grounds: Grounds) => {
      if (!startedReview) return;
      setStartedReview(undefined);
      showNext(startedReview.application);
      void decide(startedReview, grounds);
    },
  };
}
