import type { EditorAccess } from './editorAccess';
import {
  describeItem,
  isDescribed,
  markDescribed,
  markNotDescribed,
  unsavedDescriptions,
} from './imageItems';

type Editor = Pick<EditorAccess, 'getState' | 'setState' | 'requests' | 'getListingId' | 'withLock'>;

/** Describes images, and saves the descriptions of uploaded ones. Each image keeps its own failure. */
export function createImageDescriptions({ getState, setState, requests, getListingId, withLock }: Editor) {
  const save = (): Promise<boolean> =>
    withLock(async () => {
      const listingId = getListingId();
      if (listingId === undefined) return true;
      for (const { key, image, description } of unsavedDescriptions(getState())) {
        const { data, error } = await requests.describe(listingId, image.externalId, description);
        setState(
          data
            ? markDescribed(getState(), key, description, data.payload)
            : markNotDescribed(getState(), key, description, error),
        );
      }
      return unsavedDescriptions(getState()).length === 0;
    });

  return {
    /** Saves all unsaved descriptions. Returns false if one of them failed. */
    save,
    /** Sends the same text again if it is not saved yet. */
    describe: async (key: string, description: string): Promise<void> => {
      const item = getState().items.find((one) => one.key === key);
      if (!item || isDescribed(item, description)) return;
      setState({ ...describeItem(getState(), key, description), problems: [] });
      if (item.kind === 'uploaded') await save();
    },
  };
}
