import type { Failure } from '../../api/failure';
import type { ImageEnvelope } from '../../api/generated';
import type { ImageEditorState } from './imageEditorState';
import { describeItem, isDescribed, markDescribed, unsavedDescriptions, updateUploaded } from './imageItems';

type Editor = {
  getState: () => ImageEditorState;
  setState: (changes: Partial<ImageEditorState>) => void;
  /** Undefined before the listing is created. */
  send: (
    imageId: string,
    description: string,
  ) => PromiseLike<{ data?: ImageEnvelope; error?: Failure }> | undefined;
  withLock: <T>(task: () => Promise<T>) => Promise<T>;
};

/** Describes images, and saves the descriptions of uploaded ones. Each image keeps its own failure. */
export function createImageDescriptions({ getState, setState, send, withLock }: Editor) {
  const save = (): Promise<boolean> =>
    withLock(async () => {
      for (const { key, image, description } of unsavedDescriptions(getState())) {
        const response = await send(image.externalId, description);
        if (!response) continue;
        const { data, error } = response;
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
