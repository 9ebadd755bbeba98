import type { LocalImage, LocalImageStore } from '../features/listing-images/localImageStore';

/** A store in memory with room for a number of images. */
export function createMemoryImageStore(capacity = 20, stored: LocalImage[] = []) {
  const images = new Map(stored.map((image) => [image.key, image]));
  const read = () => [...images.values()].toSorted((a, b) => a.index - b.index);
  const store: LocalImageStore = {
    load: async () => read(),
    add: async (added) => {
      const fitting = added.slice(0, Math.max(0, capacity - images.size));
      for (const image of fitting) images.set(image.key, image);
      return new Set(fitting.map(({ key }) => key));
    },
    update: async (updated) => {
      for (const { key, quarterTurns, description, index } of updated) {
        const image = images.get(key);
        if (image) images.set(key, { ...image, quarterTurns, description, index });
      }
    },
    remove: async (key) => void images.delete(key),
    renameDraft: async () => undefined,
  };
  return Object.assign(store, { read });
}
