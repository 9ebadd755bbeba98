import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useChangeListingStatusMutation,
  useDeclineOpenApplicationsMutation,
} from '../../../../api/endpoints';
import type { AppliedListingResponse } from '../../../../api/generated';
import { useErrorText } from '../../../../i18n/useErrorText';
import { useShowToast } from '../../../../ui/toast/toasts';

/** A listing that exists. */
export type LetListing = Pick<AppliedListingResponse, 'title' | 'status'> & { externalId: string };

/**
 * `let`: marked as rented, or not online, where the mark would publish it again; `answered`: in
 * addition, nothing waits for an answer any more.
 */
type LetState = 'open' | 'let' | 'answered';
type Progress = { listing: LetListing; state: LetState; busy: boolean };

/** Also a listing that was taken down is archived. */
export const isOffline = ({ status }: LetListing): boolean => status === 'ARCHIVED' || status === 'DRAFT';

/** The server declines so many at most in one request. */
const batch = 500;

/**
 * Marks listings as rented and answers who still waits. One state for the whole page: several notices
 * may ask about the same listing.
 */
export function useLetting() {
  const { t } = useTranslation('applications');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [changeStatus] = useChangeListingStatusMutation();
  const [decline] = useDeclineOpenApplicationsMutation();
  const [started, setStarted] = useState<readonly Progress[]>([]);

  const set = (progress: Progress) =>
    setStarted((before) => [
      ...before.filter(({ listing }) => listing.externalId !== progress.listing.externalId),
      progress,
    ]);
  const progressOf = (listing: LetListing): Progress => {
    const found = started.find((one) => one.listing.externalId === listing.externalId);
    if (found && found.state !== 'open') return found;
    const isLet = listing.status === 'RENTED' || isOffline(listing);
    return { listing, state: isLet ? 'let' : 'open', busy: found?.busy ?? false };
  };

  const markAsLet = async (listing: LetListing) => {
    set({ listing, state: 'open', busy: true });
    const { error } = await changeStatus({ id: listing.externalId, status: 'RENTED' });
    if (error) showToast(failureText(error), 'error');
    set({ listing, state: error ? 'open' : 'let', busy: false });
  };
  const declineAll = async (listing: LetListing) => {
    set({ listing, state: 'let', busy: true });
    let total = 0;
    let last = batch;
    // One that was withdrawn or decided during a full request is not counted in it.
    while (last > batch / 2) {
      const { data, error } = await decline({
        id: listing.externalId,
        declineOpenApplicationsRequest: { reason: 'TAKEN' },
      });
      if (error) {
        showToast(failureText(error), 'error');
        set({ listing, state: 'let', busy: false });
        return;
      }
      last = data.payload.declined;
      total += last;
    }
    showToast(t('let.declined', { count: total }), 'success');
    set({ listing, state: 'answered', busy: false });
  };

  return { progressOf, markAsLet, declineAll };
}

export type Letting = ReturnType<typeof useLetting>;
