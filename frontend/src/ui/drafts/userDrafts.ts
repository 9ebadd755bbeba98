import { deleteTabDrafts, draftDatabase, draftKey, draftKeysIn } from './drafts';

/** Deletes the user's unsent input from this device. */
export function deleteDrafts(userId: string): void {
  try {
    indexedDB.deleteDatabase(draftDatabase);
  } catch {
    // Where IndexedDB is blocked no files were kept.
  }
  try {
    for (const key of draftKeysIn(localStorage, userId)) localStorage.removeItem(key);
  } catch {
    // Where storage is blocked nothing was kept.
  }
  deleteTabDrafts(userId);
}

/** The names of the user's unsent input on this device, without files and empty texts. */
export function draftNames(userId: string): string[] {
  try {
    return [localStorage, sessionStorage].flatMap((storage) =>
      draftKeysIn(storage, userId)
        .filter((key) => storage.getItem(key)?.trim())
        .map((key) => key.slice(draftKey(userId, '').length)),
    );
  } catch {
    // Where storage is blocked nothing was kept.
    return [];
  }
}
