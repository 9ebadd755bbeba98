import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import type { ApplicationResponse } from '../../../api/generated';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import { findNextOpen, useFocusNextRow } from '../../../ui/list/table/useFocusNextRow';
import type { Grounds } from './rejection/RejectDialog';
import type { Review, FinalDecision } from './ReviewDialog';
import { useApplicantName } from './useReviewColumns';

type Send = (args: {
  id: string;
  status: FinalDecision;
  reviewApplicationRequest: Grounds;
}) => Promise<{ data?: { payload: ApplicationResponse }; error?: Failure }>;

/**
 * Reviews one after another, from the rows or from the letters. A decision shows in its row
 * immediately (`api/optimisticReview`), and the next row is focused, or the next letter shown,
 * while it is being sent. A failure shows at its row, which is rolled back, or has another user's
 * decision.
 */
export function useReviewQueue(
  rows: readonly ApplicationResponse[],
  isOpen: (application: ApplicationResponse) => boolean,
  send: Send,
) {
  const { headingRef, focusRow } = useFocusNextRow();
  const [startedReview, setStartedReview] = useState<Review>();
  const [letter, setLetter] = useState<{ application: ApplicationResponse; isFirst: boolean }>();
  const [lastReviewedId, setLastReviewedId] = useState<string>();
  const [lastReview, setLastReview] = useState<Review>();
  const [accepted, setAccepted] = useState<ApplicationResponse>();
  const { t } = useTranslation('applications');
  const nameOf = useApplicantName();
  const rowNotices = useRowNotices();
  // What was entered for a rejection that failed is not typed again.
  const unsent = useRef(new Map<string, Grounds>());

  const confirm = async (review: Review, grounds: Grounds) => {
    const { application, decision } = review;
    setStartedReview(undefined);
    setLastReview(undefined);
    const id = application.externalId;
    setLastReviewedId(id);
    rowNotices.clear(id);
    const next = findNextOpen(rows, application, isOpen);
    if (letter && next && next.applicationLetter !== null) {
      setLetter({ application: next, isFirst: false });
    } else {
      setLetter(undefined);
      focusRow(next);
    }
    const { data, error } = await send({ id, status: decision, reviewApplicationRequest: grounds });
    if (!error) {
      setLastReview(review);
      unsent.current.delete(id);
    } else {
      unsent.current.set(id, grounds);
      const title = t('review.refused', { name: nameOf(application) });
      rowNotices.show({ id, title, reason: error });
    }
    // The response to an approval has the student's contact data.
    if (data && decision === 'APPROVED') setAccepted(data.payload);
  };

  return {
    headingRef,
    /**
     * The open letter as the list has it now; undefined while a decision on it is being confirmed.
     */
    letter:
      !startedReview && letter
        ? (rows.find((row) => row.externalId === letter.application.externalId) ?? letter.application)
        : undefined,
    openLetter: (application: ApplicationResponse) => setLetter({ application, isFirst: true }),
    closeLetter: () => {
      setLetter(undefined);
      // The row of the first letter may be gone: the row of the last one is focused.
      if (letter && !letter.isFirst) focusRow(letter.application);
    },
    /** The decision to be confirmed. */
    startedReview,
    startReview: setStartedReview,
    cancelReview: () => setStartedReview(undefined),
    confirmReview: (grounds: Grounds) => startedReview && void confirm(startedReview, grounds),
    /** What was entered for a rejection that failed. */
    unsentGrounds: ({ externalId }: ApplicationResponse) => unsent.current.get(externalId),
    /** The row of the last decision that was sent. */
    lastReviewedId,
    /** The last decision that succeeded. */
    lastReview,
    /** The last application that was accepted, as the server returned it. */
    accepted,
    closeAccepted: () => setAccepted(undefined),
  };
}
