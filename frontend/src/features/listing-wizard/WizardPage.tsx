import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Failure, isNotFound } from '../../api/failure';
import type { ListingResponse } from '../../api/generated';
import { useGetListingQuery } from '../../api/initialEndpoints';
import { paths } from '../../app/paths';
import { removeListingDraft } from './drafts/removeListingDraft';
import { clearNewDraft } from './drafts/tabDraft';
import { useTabDraft } from './drafts/useTabDraft';
import { Wizard } from './Wizard';
import { WizardSkeleton } from './WizardSkeleton';

type WizardPageProps = {
  /** Undefined for a new listing. */
  listingId: string | undefined;
  userId: string;
  /** For administrators: landlords may edit only their own listings. */
  mayEditEverything: boolean;
  /** Shown for the listing of another landlord. */
  notFound: ReactNode;
  renderFailure: (failure: Failure, retry: () => void) => ReactNode;
};

export function WizardPage(props: WizardPageProps) {
  const { listingId, userId, mayEditEverything, notFound, renderFailure } = props;
  const { createdId, isNew, setCreatedId } = useCreatedListing(listingId);
  const { listing, failure, retry, isReady } = useSavedListing(listingId, isNew);
  const { draft, renew } = useTabDraft(userId, isNew ? undefined : listingId);
  const refusal = isReady ? undefined : failure;
  useDraftRemoval(userId, isNotFound(refusal) ? listingId : undefined);

  const mayEdit = !listing || mayEditEverything || listing.landlord.externalId === userId;
  if (!mayEdit) return notFound;
  if (refusal) return renderFailure(refusal, retry);
  if (!isReady || !draft) return <WizardSkeleton />;
  return (
    <Wizard
      key={draft.name}
      userId={userId}
      draft={draft}
      listingId={listingId ?? createdId}
      listing={listing}
      reader={mayEditEverything ? 'administrator' : 'landlord'}
      onCreated={async (id) => {
        // Before the draft is stored under the id.
        await draft.lockCreated(id);
        clearNewDraft(userId);
        setCreatedId(id);
      }}
      onStartOver={renew}
    />
  );
}

type SavedListing = {
  listing: ListingResponse | undefined;
  failure: Failure;
  retry: () => void;
  /** Stays true during a refetch. */
  isReady: boolean;
};

/** Never from the cache, because a save overwrites the listing. */
function useSavedListing(id: string | undefined, isNew: boolean): SavedListing {
  const query = id === undefined ? skipToken : { id };
  const { currentData, error, isFetching, refetch } = useGetListingQuery(query, {
    refetchOnMountOrArgChange: true,
  });
  const isLoaded = currentData !== undefined && !isFetching;
  const [openedId, setOpenedId] = useState<string>();
  if (isLoaded && id !== openedId) setOpenedId(id);
  const [retriedId, setRetriedId] = useState<string>();
  const isRetry = id !== undefined && id === retriedId;
  return {
    listing: currentData?.payload,
    // Stays during a retry, so that the pressed button does.
    failure: isFetching && !isRetry ? undefined : error,
    retry: () => {
      setRetriedId(id);
      void refetch();
    },
    isReady: isNew || isLoaded || (id !== undefined && id === openedId),
  };
}

/** The draft of a listing that is gone would lead here again. */
function useDraftRemoval(userId: string, goneId: string | undefined): void {
  useEffect(() => {
    if (goneId !== undefined) removeListingDraft(userId, goneId);
  }, [userId, goneId]);
}

/** The listing that this wizard has created. After the first save the wizard stays, at another URL. */
function useCreatedListing(listingId: string | undefined) {
  const [createdId, setCreatedId] = useState<string>();
  const isNew = listingId === undefined || listingId === createdId;
  // Another listing was opened, such as a copy: on the way back the created one is loaded like any other.
  if (!isNew && createdId !== undefined) setCreatedId(undefined);
  useCreatedUrl(listingId, createdId);
  return { createdId, isNew, setCreatedId };
}

/** Replaces the URL after the first save, also after Back, so that no second listing is created. */
function useCreatedUrl(listingId: string | undefined, createdId: string | undefined): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => {
    if (createdId === undefined || listingId !== undefined) return;
    const to = { pathname: paths.manageListing.href(createdId), search };
    void navigate(to, { replace: true, state: { samePage: true } });
  }, [createdId, listingId, navigate, search]);
}
