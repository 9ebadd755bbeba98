import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Failure } from '../../../api/failure';
import type { ListingResponse } from '../../../api/generated';
import { useGetListingQuery } from '../../../api/startEndpoints';
import { paths } from '../../../app/paths';
import { forgetNewDraft } from './tabDraft';
import { useTabDraft } from './useTabDraft';
import { Wizard } from './Wizard';
import { WizardSkeleton } from './WizardSkeleton';

type WizardPageProps = {
  /** None on the page for a new listing. */
  listingId: string | undefined;
  userId: string;
  /** Everybody may read what is public; only its landlord and administrators may change it. */
  mayEditEverything: boolean;
  renderFailure: (failure: Failure, retry: () => void) => ReactNode;
  renderNotFound: () => ReactNode;
};

export function WizardPage(props: WizardPageProps) {
  const { listingId, userId, mayEditEverything, renderFailure, renderNotFound } = props;
  const [created, setCreated] = useState<string>();
  // A new listing that has been saved stays the same wizard at another address.
  const isNew = listingId === undefined || listingId === created;
  const { listing, failure, retry, isReady } = useStoredListing(listingId, isNew);
  const { draft, renew } = useTabDraft(userId, isNew ? undefined : listingId);
  useCreatedAddress(listingId, created);

  const mayEdit = !listing || mayEditEverything || listing.landlord.externalId === userId;
  if (!mayEdit) return renderNotFound();
  if (failure && !isReady) return renderFailure(failure, retry);
  if (!isReady || !draft) return <WizardSkeleton />;
  return (
    <Wizard
      key={draft.name}
      userId={userId}
      draft={draft}
      listingId={listingId ?? created}
      listing={listing}
      reader={mayEditEverything ? 'administrator' : 'landlord'}
      onCreated={(id) => {
        forgetNewDraft(userId);
        setCreated(id);
      }}
      onStartAnew={renew}
    />
  );
}

type StoredListing = {
  listing: ListingResponse | undefined;
  failure: Failure;
  retry: () => void;
  /** Stays true while the listing is read again. */
  isReady: boolean;
};

/** Always read anew, because what is saved replaces it. */
function useStoredListing(id: string | undefined, isNew: boolean): StoredListing {
  const query = id === undefined ? skipToken : { id };
  const { currentData, error, isFetching, refetch } = useGetListingQuery(query, {
    refetchOnMountOrArgChange: true,
  });
  const arrived = currentData !== undefined && !isFetching;
  const [opened, setOpened] = useState<string>();
  if (arrived && id !== opened) setOpened(id);
  return {
    listing: currentData?.payload,
    failure: isFetching ? undefined : error,
    retry: () => void refetch(),
    isReady: isNew || arrived || (id !== undefined && id === opened),
  };
}

/** Also after going back: from then on nothing leads to a second listing. */
function useCreatedAddress(listingId: string | undefined, created: string | undefined): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => {
    if (created === undefined || listingId !== undefined) return;
    const to = { pathname: paths.manageListing.href(created), search };
    void navigate(to, { replace: true, state: { samePage: true } });
  }, [created, listingId, navigate, search]);
}
