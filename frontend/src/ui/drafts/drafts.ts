const anyUser = 'draft/';

/** In the place of a user's id, before the login. */
export const visitor = 'visitor';

/** The storage key of unsent input. It contains the user's id, because devices are shared. */
export const draftKey = (userId: string, name: string): string => `${anyUser}${userId}/${name}`;

/** The IndexedDB database of files that wait for their upload, of one user at a time. */
export const draftDatabase = 'drafts';

/** The keys of unsent input: of a user, or of all. */
export const draftKeysIn = (storage: Storage, userId?: string): string[] => {
  const prefix = userId === undefined ? anyUser : draftKey(userId, '');
  return Object.keys(storage).filter((key) => key.startsWith(prefix));
};

/** Deletes the unsent input that only this tab keeps: of a user, or of all. */
export function deleteTabDrafts(userId?: string): void {
  try {
    for (const key of draftKeysIn(sessionStorage, userId)) sessionStorage.removeItem(key);
  } catch {
    // Where storage is blocked nothing was kept.
  }
}
