const prefix = (userId: string) => `draft/${userId}/`;

/** Where something unsent is kept: under its writer's name, because it is nothing for the next person at the device. */
export const draftKey = (userId: string, name: string): string => prefix(userId) + name;

/** The IndexedDB database of files that wait to be sent. It holds those of one user at a time. */
export const draftDatabase = 'drafts';

/** Removes everything that the user typed or chose here and never sent. */
export function forgetDrafts(userId: string): void {
  try {
    indexedDB.deleteDatabase(draftDatabase);
  } catch {
    // Where IndexedDB is blocked no files were kept.
  }
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix(userId)));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Where storage is blocked there is nothing to forget.
  }
}
