const prefix = (userId: string) => `draft/${userId}/`;

/** The storage key of unsent input. It contains the user's id, because devices are shared. */
export const draftKey = (userId: string, name: string): string => prefix(userId) + name;

/** The IndexedDB database of files that wait for their upload, of one user at a time. */
export const draftDatabase = 'drafts';

/** Deletes the user's unsent input from this device. */
export function deleteDrafts(userId: string): void {
  try {
    indexedDB.deleteDatabase(draftDatabase);
  } catch {
    // Where IndexedDB is blocked no files were kept.
  }
  try {
    for (const storage of [localStorage, sessionStorage]) {
      const keys = Object.keys(storage).filter((key) => key.startsWith(prefix(userId)));
      for (const key of keys) storage.removeItem(key);
    }
  } catch {
    // Where storage is blocked nothing was kept.
  }
}
