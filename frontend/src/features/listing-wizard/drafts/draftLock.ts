import type { DraftName } from './draftStorage';

/** Releases the lock. */
export type Release = () => void;

const lockPrefix = 'listing-draft/';
let lastRelease: Promise<unknown> = Promise.resolve();

/**
 * Locks a draft for this tab, so that no other tab writes it. Undefined when another tab
 * holds the lock. The browser releases it with the page.
 */
export async function lockDraft(name: DraftName): Promise<Release | undefined> {
  // Locks exist in secure contexts only; without them tabs share drafts.
  if (!navigator.locks) return () => undefined;
  // A lock of this tab may be in release.
  await lastRelease;
  return new Promise((resolve) => {
    const request = navigator.locks.request(lockPrefix + name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((release) => {
        resolve(() => {
          lastRelease = request.catch(() => undefined);
          release();
        });
      });
    });
  });
}

/** The drafts that any tab has locked. */
export async function findLockedDrafts(): Promise<ReadonlySet<DraftName>> {
  if (!navigator.locks) return new Set();
  await lastRelease;
  const { held = [] } = await navigator.locks.query();
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])),
  );
}
