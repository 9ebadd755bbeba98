import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import type { ApplicationResponse } from '../../../api/generated';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import type { Grounds } from './rejection/RejectDialog';
import type { FinalDecision, Review } from './ReviewDialog';
import { useApplicantName } from './useReviewColumns';

export type SendDecision = (args: {
  id: string;
  status: FinalDecision;
  reviewApplicationRequest: Grounds;
}) => Promise<{ data?: { payload: ApplicationResponse }; error?: Failure }>;

/**
 * Sends decisions. Each shows in its row immediately (`api/optimistic/optimisticReview`). A failure
 * shows at its row, which is rolled back, or has another user's decision.
 */
export function useDecisions(send: SendDecision) {
  const [lastReviewedId, setLastReviewedId] = useState<string>();
  const [lastReview, setLastReview] = useState<Review>();
  const [accepted, setAccepted] = useState<ApplicationResponse>();
  const { t } = useTranslation('applications');
  const nameOf = useApplicantName();
  const rowNotices = useRowNotices();
  // What was entered for a rejection that failed is not typed again.
  const unsent = useRef(new Map<string, Grounds>());

  const decide = async (review: Review, grounds: Grounds) => {
    const { application, decision } = review;
    const id = application.externalId;
    setLastReview(undefined);
    setLastReviewedId(id);
    rowNotices.clear(id);
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
    decide,
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
