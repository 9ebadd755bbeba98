import type { KeptPicture, PictureKeep } from '../features/listings/pictures/pictureKeep';

/** A device in memory that keeps as many pictures as it has room for. */
export function createKeep(room = 20, kept: KeptPicture[] = []) {
  const pictures = new Map(kept.map((picture) => [picture.key, picture]));
  const keep: PictureKeep = {
    load: async () => [...pictures.values()].toSorted((a, b) => a.place - b.place),
    add: async (added) => {
      const fitting = added.slice(0, Math.max(0, room - pictures.size));
      for (const picture of fitting) pictures.set(picture.key, picture);
      return new Set(fitting.map(({ key }) => key));
    },
    arrange: async (arranged) => {
      for (const { key, turns, place } of arranged) {
        const known = pictures.get(key);
        if (known) pictures.set(key, { ...known, turns, place });
      }
    },
    remove: async (key) => void pictures.delete(key),
    rename: async () => undefined,
  };
  return Object.assign(keep, { read: () => [...pictures.values()].toSorted((a, b) => a.place - b.place) });
}
