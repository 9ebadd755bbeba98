import type { PictureKeep } from './pictureKeep';

/** Loads the store at once, before there is a picture to keep. Where it cannot be loaded nothing is kept. */
export function openPictureStore(user: string, draft: string): PictureKeep {
  const loading = import('./pictureStore').then(
    ({ createPictureStore }) => createPictureStore(user, draft),
    () => undefined,
  );
  return {
    load: async () => (await loading)?.load() ?? [],
    add: async (pictures) => (await loading)?.add(pictures) ?? new Set(),
    arrange: async (pictures) => (await loading)?.arrange(pictures),
    remove: async (key) => (await loading)?.remove(key),
    rename: async (name) => (await loading)?.rename(name),
  };
}

/** Removes the pictures that were kept for a draft, which is discarded. */
export async function forgetPictures(user: string, draft: string): Promise<void> {
  const store = await import('./pictureStore').catch(() => undefined);
  await store?.forgetPictures(user, draft);
}
