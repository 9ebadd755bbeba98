import type { LocalImageStore } from './localImageStore';

/**
 * Loads the code of the store at once, before the first image is added. If that fails, nothing is
 * kept.
 */
export function openLocalImageStore(user: string, draft: string): LocalImageStore {
  const loading = import('./indexedDbImageStore').then(
    ({ createIndexedDbImageStore }) => createIndexedDbImageStore(user, draft),
    () => undefined,
  );
  return {
    load: async () => (await loading)?.load() ?? [],
    add: async (images) => (await loading)?.add(images) ?? new Set(),
    update: async (images) => (await loading)?.update(images),
    remove: async (key) => (await loading)?.remove(key),
    renameDraft: async (name) => (await loading)?.renameDraft(name),
  };
}

/** Removes the images of a discarded draft. */
export async function removeLocalImages(user: string, draft: string): Promise<void> {
  const store = await import('./indexedDbImageStore').catch(() => undefined);
  await store?.removeLocalImages(user, draft);
}
