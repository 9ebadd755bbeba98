import { useEffect, useState } from 'react';
import { draftIdOf, removeDraft } from './draftStorage';
import { clearNewDraft, openListingDraft, openNewDraft, type TabDraft } from './tabDraft';

/**
 * The draft of this tab, locked while the wizard is open. Undefined while it is being
 * opened. `listingId` is undefined for a new listing.
 */
export function useTabDraft(userId: string, listingId: string | undefined) {
  const [opened, setOpened] = useState<TabDraft>();
  // A new object opens a draft again.
  const [request, setRequest] = useState<DraftRequest>({ userId, listingId });
  if (request.userId !== userId || request.listingId !== listingId) setRequest({ userId, listingId });
  useEffect(() => open(request, setOpened), [request]);
  const isNew = opened !== undefined && draftIdOf(opened.name) !== undefined;
  const isRequested = listingId === undefined ? isNew : opened?.name === listingId;
  return {
    draft: isRequested ? opened : undefined,
    /** Discards the draft of a new listing, and opens a new one. */
    renew: () => {
      if (opened) removeDraft(userId, opened.name);
      clearNewDraft(userId);
      setOpened(undefined);
      setRequest({ userId, listingId });
    },
  };
}

type DraftRequest = { userId: string; listingId: string | undefined };

/** Returns a function that releases the lock, also before it is acquired. */
function open({ userId, listingId }: DraftRequest, onOpened: (draft: TabDraft) => void): () => void {
  let isClosed = false;
  let locked: TabDraft | undefined;
  const opening = listingId === undefined ? openNewDraft(userId) : openListingDraft(listingId);
  void opening.then((draft) => {
    if (isClosed) return draft.release();
    locked = draft;
    return onOpened(draft);
  });
  return () => {
    isClosed = true;
    locked?.release();
  };
}
