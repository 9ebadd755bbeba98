import { type DraftName, draftIdOf, newDraftName, pruneDrafts, tryStorage } from './draftStorage';
import { lockDraft, type Release } from './draftLock';

/** In session storage, which each tab has separately. */
const storageKey = (userId: string) => `listing-draft/${userId}`;

/** The draft of a tab. `isOwner` is false while another tab holds its lock. */
export type TabDraft = {
  name: DraftName;
  isOwner: boolean;
  /** Also locks the draft of the listing that was created from this one, until both are released. */
  lockCreated: (listingId: string) => Promise<void>;
  release: Release;
};

/** Locks the draft of an existing listing. */
export async function openListingDraft(listingId: string): Promise<TabDraft> {
  return toTabDraft(listingId, await lockDraft(listingId));
}

/**
 * Locks this tab's draft of a new listing: the one before a reload, or a new one. A
 * duplicated tab gets a new one.
 */
export async function openNewDraft(userId: string): Promise<TabDraft> {
  const legacyId = pruneDrafts(userId, Date.now());
  const previousId = tryStorage(() => sessionStorage.getItem(storageKey(userId))) ?? legacyId;
  const release = previousId === undefined ? undefined : await lockDraft(newDraftName(previousId));
  if (previousId !== undefined && release) {
    selectNewDraft(userId, newDraftName(previousId));
    return toTabDraft(newDraftName(previousId), release);
  }
  const name = newDraftName(crypto.randomUUID());
  selectNewDraft(userId, name);
  return toTabDraft(name, await lockDraft(name));
}

/** Makes this tab continue with a stored draft. */
export function selectNewDraft(userId: string, name: DraftName): void {
  const id = draftIdOf(name);
  if (id !== undefined) tryStorage(() => sessionStorage.setItem(storageKey(userId), id));
}

/** Makes the next new listing of this tab start with a new draft. */
export function clearNewDraft(userId: string): void {
  tryStorage(() => sessionStorage.removeItem(storageKey(userId)));
}

function toTabDraft(name: DraftName, lock: Release | undefined): TabDraft {
  const locks = [lock];
  let isReleased = false;
  const release = () => {
    isReleased = true;
    for (const held of locks.splice(0)) held?.();
  };
  return {
    name,
    isOwner: lock !== undefined,
    lockCreated: async (listingId) => {
      locks.push(await lockDraft(listingId));
      if (isReleased) release();
    },
    release,
  };
}
