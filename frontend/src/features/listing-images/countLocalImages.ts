import { draftDatabase } from '../../ui/drafts/drafts';

/** A blocked database may never respond. In milliseconds. */
const timeout = 2_000;

/** How many images of the user wait for their upload in this browser; 0 where that cannot be read. */
export function countLocalImages(user: string): Promise<number> {
  const late = new Promise<number>((resume) => setTimeout(() => resume(0), timeout));
  return Promise.race([count(user).catch(() => 0), late]);
}

async function count(user: string): Promise<number> {
  // To open the database would create it.
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === draftDatabase)) return 0;
  const store = await import('./indexedDbImageStore');
  return store.countImages(user);
}
