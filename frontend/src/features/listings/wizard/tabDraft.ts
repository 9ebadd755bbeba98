import { attempt, type DraftName, draftIdOf, newDraftName, tidyDrafts } from './draft';
import { claimDraft, type Release } from './draftLock';

/** Per tab: session storage is not shared between tabs. */
const keyOf = (userId: string) => `listing-draft/${userId}`;

/** The draft that a tab works on. `own` is false while another tab has the same one open. */
export type TabDraft = { name: DraftName; own: boolean; release: Release };

/** Claims the draft of a listing that exists. */
export async function openListingDraft(listingId: string): Promise<TabDraft> {
  return claimed(listingId, await claimDraft(listingId));
}

/**
 * Claims this tab's draft of a new listing: the one that the tab had before, or
 * a new one. A tab that was duplicated gets one of its own.
 */
export async function openNewDraft(userId: string): Promise<TabDraft> {
  const unnamed = tidyDrafts(userId, Date.now());
  const known = attempt(() => sessionStorage.getItem(keyOf(userId))) ?? unnamed;
  const release = known === undefined ? undefined : await claimDraft(newDraftName(known));
  if (known !== undefined && release) {
    chooseNewDraft(userId, newDraftName(known));
    return { name: newDraftName(known), own: true, release };
  }
  const name = newDraftName(crypto.randomUUID());
  chooseNewDraft(userId, name);
  return claimed(name, await claimDraft(name));
}

/** This tab goes on with a draft that was left elsewhere. */
export function chooseNewDraft(userId: string, name: DraftName): void {
  const id = draftIdOf(name);
  if (id !== undefined) attempt(() => sessionStorage.setItem(keyOf(userId), id));
}

/** The next new listing of this tab begins empty. */
export function forgetNewDraft(userId: string): void {
  attempt(() => sessionStorage.removeItem(keyOf(userId)));
}

const claimed = (name: DraftName, release: Release | undefined): TabDraft => ({
  name,
  own: release !== undefined,
  release: release ?? (() => undefined),
});
