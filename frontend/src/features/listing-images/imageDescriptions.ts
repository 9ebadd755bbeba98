import type { ImageRequests } from './imageEditor';
import type { ImageEditorState } from './imageEditorState';
import { describeItem, isDescribed, markDescribed, unsavedDescriptions, updateUploaded } from './imageItems';
import type { Semaphore } from './semaphore';

type Editor = {
  getState: () => ImageEditorState;
  setState: (changes: Partial<ImageEditorState>) => void;
  requests: Pick<ImageRequests, 'describe'>;
  getListingId: () => string | undefined;
  withLock: Semaphore;
};

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
            : updateUploaded(getState(), key, { descriptionFailure: error }),
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
