import { useEffect, useState } from 'react';
import { draftIdOf, removeDraft } from './draft';
import { forgetNewDraft, openListingDraft, openNewDraft, type TabDraft } from './tabDraft';

/**
 * The draft that this tab works on, claimed as long as the wizard is open.
 * Undefined until that is known. `listingId` is undefined for a new listing.
 */
export function useTabDraft(userId: string, listingId: string | undefined) {
  const [opened, setOpened] = useState<TabDraft>();
  // Another object asks for another draft.
  const [wanted, setWanted] = useState<Wanted>({ userId, listingId });
  if (wanted.userId !== userId || wanted.listingId !== listingId) setWanted({ userId, listingId });
  useEffect(() => claim(wanted, setOpened), [wanted]);
  const isNew = opened !== undefined && draftIdOf(opened.name) !== undefined;
  const fits = listingId === undefined ? isNew : opened?.name === listingId;
  return {
    draft: fits ? opened : undefined,
    /** Discards the draft of a new listing, and begins another one. */
    renew: () => {
      if (opened) removeDraft(userId, opened.name);
      forgetNewDraft(userId);
      setOpened(undefined);
      setWanted({ userId, listingId });
    },
  };
}

type Wanted = { userId: string; listingId: string | undefined };

/** Answers how to end the claim, also while it is being made. */
function claim({ userId, listingId }: Wanted, onOpened: (draft: TabDraft) => void): () => void {
  let ended = false;
  let claimed: TabDraft | undefined;
  const opening = listingId === undefined ? openNewDraft(userId) : openListingDraft(listingId);
  void opening.then((draft) => {
    if (ended) return draft.release();
    claimed = draft;
    return onOpened(draft);
  });
  return () => {
    ended = true;
    claimed?.release();
  };
}
