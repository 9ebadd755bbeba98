import type { DraftName } from './draft';

/** Lets go of a draft. */
export type Release = () => void;

const prefix = 'listing-draft/';
let released: Promise<unknown> = Promise.resolve();

/**
 * Claims a draft for this tab, so that no other tab writes it. Undefined when
 * another tab has it. The browser ends the claim with the page.
 */
export async function claimDraft(name: DraftName): Promise<Release | undefined> {
  // Locks exist in secure contexts only; without them a draft is everyone's.
  if (!navigator.locks) return () => undefined;
  // A claim of this tab may just be ending.
  await released;
  return new Promise((resolve) => {
    const request = navigator.locks.request(prefix + name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((release) => {
        resolve(() => {
          released = request.catch(() => undefined);
          release();
        });
      });
    });
  });
}

/** The drafts that some tab has open now. */
export async function claimedDrafts(): Promise<ReadonlySet<DraftName>> {
  if (!navigator.locks) return new Set();
  await released;
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}
