import type { EditorAccess } from './editorAccess';
import { isOrderChanged, revertOrder, uploadedIds } from './imageItems';

type Editor = Pick<
  EditorAccess,
  'getState' | 'setState' | 'addProblem' | 'requests' | 'getListingId' | 'withLock'
> & {
  /** Whether an upload is running, which saves the order when it ends. */
  isUploading: () => boolean;
};

/** In milliseconds. */
const debounce = 800;

/** Saves the display order of the uploaded images. */
export function createImageOrder({
  getState,
  setState,
  addProblem,
  requests,
  getListingId,
  withLock,
  isUploading,
}: Editor) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = (): Promise<boolean> =>
    withLock(async () => {
      clearTimeout(timer);
      timer = undefined;
      const listingId = getListingId();
      if (listingId === undefined || !isOrderChanged(getState())) return true;
      const ids = uploadedIds(getState());
      const { error } = await requests.reorder(listingId, ids);
      if (error) {
        setState(revertOrder(getState()));
        addProblem({ kind: 'order', failure: error });
        return false;
      }
      // An upload that finished during the request is at the end.
      setState({ savedOrder: [...ids, ...getState().savedOrder.filter((id) => !ids.includes(id))] });
      return true;
    });

  return {
    /** Returns false if the server rejects the order, which is reverted then. */
    save,
    /** Saves a changed order after a pause without further changes. */
    schedule: (): void => {
      if (!isOrderChanged(getState())) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        if (!isUploading()) void save();
      }, debounce);
    },
    /** Saves a scheduled order at once. */
    flush: (): void => {
      if (timer !== undefined && !isUploading()) void save();
    },
  };
}
