import type { ImageResponse } from '../../../api/generated';
import type { EditorAccess } from '../editorAccess';
import { markDeleted, markUploaded, pendingImages, updatePending } from '../imageItems';
import { createSemaphore } from '../semaphore';
import { resizeForUpload } from './resizeImage';
import { isPermanentFailure, retryDelay } from './uploadFailure';

type Editor = Pick<EditorAccess, 'getState' | 'setState' | 'localStore' | 'requests' | 'getListingId'>;

const parallelUploads = 2;

/** Uploads the pending images, a few at a time. */
export function createUploadQueue({ getState, setState, localStore, requests, getListingId }: Editor) {
  let isClosed = false;
  const uploads = new Map<string, Promise<void>>();
  const aborts = new Map<string, () => void>();
  const withPermit = createSemaphore(parallelUploads);

  const findPending = (key: string) => pendingImages(getState()).find((item) => item.key === key);
  /** None after `close`. */
  const findUpload = (key: string) => (isClosed ? undefined : findPending(key));

  function upload(key: string): Promise<void> {
    const running = uploads.get(key);
    if (running) return running;
    const started = withPermit(() => uploadNow(key)).finally(() => uploads.delete(key));
    uploads.set(key, started);
    return started;
  }

  async function uploadNow(key: string): Promise<void> {
    const item = findUpload(key);
    const listingId = getListingId();
    if (!item || listingId === undefined) return;
    setState(updatePending(getState(), key, { status: 'uploading', failure: undefined }));
    const resized = await resizeForUpload(item.file, item.quarterTurns);
    // A new object, because the same file may have been chosen twice.
    const file = new File([resized], item.file.name, { type: resized.type });
    for (let retries = 0; findUpload(key); retries++) {
      setState(updatePending(getState(), key, { status: 'uploading', upload: file }));
      const request = requests.upload(listingId, file);
      aborts.set(key, request.abort);
      const { data, error } = await request;
      aborts.delete(key);
      const image = data?.payload[0];
      if (image) return complete(listingId, key, image);
      const delay = retryDelay(retries, error);
      if (delay === undefined) {
        return setState(updatePending(getState(), key, { status: 'failed', upload: null, failure: error }));
      }
      setState(updatePending(getState(), key, { status: 'paused' }));
      await sleep(delay);
    }
  }

  /** Deletes the image again if the user removed it just before the response. */
  async function complete(listingId: string, key: string, image: ImageResponse): Promise<void> {
    void localStore.remove(key);
    if (findPending(key)) return setState(markUploaded(getState(), key, image));
    setState(markDeleted(getState(), key, image.externalId));
    await requests.delete(listingId, image.externalId);
  }

  return {
    isRunning: (): boolean => uploads.size > 0,
    upload,
    /** Also retries failed images, but not permanently rejected ones. */
    uploadAll: async (): Promise<void> => {
      for (const { key, status, failure } of pendingImages(getState())) {
        if (status === 'failed' && !isPermanentFailure(failure)) {
          setState(updatePending(getState(), key, { status: 'waiting' }));
        }
      }
      // Loops, because the user may add images during the upload.
      for (;;) {
        const waiting = pendingImages(getState()).filter(({ status }) => status !== 'failed');
        if (isClosed || waiting.length === 0) return;
        await Promise.all(waiting.map(({ key }) => upload(key)));
      }
    },
    abort: (key: string): void => aborts.get(key)?.(),
    open: (): void => {
      isClosed = false;
    },
    /** Aborts the running uploads, and starts no others. */
    close: (): void => {
      isClosed = true;
      for (const abort of aborts.values()) abort();
    },
  };
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
