import { useState } from 'react';
import type { Failure } from '../../api/failure';
import type { ApplicationResponse } from '../../api/generated';
import { nextOpen, useNextRow } from '../../ui/list/useNextRow';
import type { Review, Verdict } from './ReviewDialog';

type Send = (args: { id: string; status: Verdict }) => Promise<{ error?: Failure }>;

const isOf = (application: ApplicationResponse, review: Review): boolean =>
  application.externalId === review.application.externalId;

/**
 * Decisions one after another. A decision takes effect in its row at once
 * (`api/showAtOnce`) and the next row has the focus, while it is still being sent.
 */
export function useReviewDesk(
  rows: readonly ApplicationResponse[],
  isOpen: (application: ApplicationResponse) => boolean,
  send: Send,
) {
  const { headingRef, goOnWith } = useNextRow();
  const [asking, setAsking] = useState<Review>();
  const [done, setDone] = useState<Review>();
  const [refused, setRefused] = useState<{ review: Review; failure: Failure }>();

  const confirm = async (review: Review) => {
    const { application, verdict } = review;
    setAsking(undefined);
    setDone(undefined);
    // What was refused stays to be read, unless this is the next try.
    setRefused((last) => (last && isOf(application, last.review) ? undefined : last));
    goOnWith(nextOpen(rows, application, isOpen));
    const { error } = await send({ id: application.externalId, status: verdict });
    if (error) setRefused({ review, failure: error });
    else setDone(review);
  };

  return {
    headingRef,
    /** The decision that is asked about, */
    asking,
    ask: setAsking,
    cancel: () => setAsking(undefined),
    confirm: () => asking && void confirm(asking),
    /** the last one that was made, */
    done,
    /** and the last one that the server refused. */
    refused,
    dismiss: () => {
      setRefused(undefined);
      goOnWith(rows.find(isOpen));
    },
  };
}
