import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure';
import type { ApplicationResponse } from '../../api/generated';
import { useRowNotices } from '../../ui/list/rowNotices';
import { nextOpen, useNextRow } from '../../ui/list/useNextRow';
import type { Review, Verdict } from './ReviewDialog';
import { useApplicantName } from './useReviewColumns';

type Send = (args: {
  id: string;
  status: Verdict;
}) => Promise<{ data?: { payload: ApplicationResponse }; error?: Failure }>;

/**
 * Decisions one after another, from the rows or from the letters. A decision takes effect in its
 * row at once (`api/showAtOnce`), and the next row has the focus, or the next letter is shown,
 * while it is still being sent. What the server refuses is said at its row, which is as before,
 * or as another user has decided.
 */
export function useReviewDesk(
  rows: readonly ApplicationResponse[],
  isOpen: (application: ApplicationResponse) => boolean,
  send: Send,
) {
  const { headingRef, goOnWith } = useNextRow();
  const [asking, setAsking] = useState<Review>();
  const [reading, setReading] = useState<{ application: ApplicationResponse; isFirst: boolean }>();
  const [lastId, setLastId] = useState<string>();
  const [done, setDone] = useState<Review>();
  const [accepted, setAccepted] = useState<ApplicationResponse>();
  const { t } = useTranslation('applications');
  const nameOf = useApplicantName();
  const rowNotices = useRowNotices();

  const confirm = async (review: Review) => {
    const { application, verdict } = review;
    setAsking(undefined);
    setDone(undefined);
    const id = application.externalId;
    setLastId(id);
    rowNotices.clear(id);
    const next = nextOpen(rows, application, isOpen);
    if (reading && next && next.applicationLetter !== null) {
      setReading({ application: next, isFirst: false });
    } else {
      setReading(undefined);
      goOnWith(next);
    }
    const { data, error } = await send({ id, status: verdict });
    if (!error) setDone(review);
    else {
      const title = t('review.refused', { name: nameOf(application) });
      rowNotices.show({ id, title, reason: error });
    }
    // The answer has what the approval makes known: the student's contact data.
    if (data && verdict === 'APPROVED') setAccepted(data.payload);
  };

  return {
    headingRef,
    /** The letter that is read, as the list has it now, unless a decision on it is asked about. */
    reading:
      !asking && reading
        ? (rows.find((row) => row.externalId === reading.application.externalId) ?? reading.application)
        : undefined,
    read: (application: ApplicationResponse) => setReading({ application, isFirst: true }),
    closeLetter: () => {
      setReading(undefined);
      // The row from which the first letter was opened may be gone: the focus goes to that of the last one.
      if (reading && !reading.isFirst) goOnWith(reading.application);
    },
    /** The decision that is asked about, */
    asking,
    ask: setAsking,
    cancel: () => setAsking(undefined),
    confirm: () => asking && void confirm(asking),
    /** the row of the last one that was sent, */
    lastId,
    /** the last one that was made, */
    done,
    /** and the last application that was accepted, as the server answered it. */
    accepted,
    closeAccepted: () => setAccepted(undefined),
  };
}
