import { type Dispatch, nanoid } from '@reduxjs/toolkit';
import { type Failure, serverError } from '../../api/failure';
import type { ImageEnvelope, ImageListEnvelope, ImageResponse, Rotation } from '../../api/generated';
import {
  imageEditorChanged,
  imageEditorClosed,
  type ImageEditorState,
  type ImageEvent,
  type Problem,
  selectImageEditor,
  type WithImageEditors,
} from './imageEditorState';
import { createImageDescriptions } from './imageDescriptions';
import { createImageImport } from './imageImport';
import {
  addQuarterTurn,
  type Direction,
  emptyState,
  type ImageItem,
  isOrderChanged,
  markDeleted,
  markRotated,
  markUploaded,
  moveItem,
  pendingImages,
  pendingMetadata,
  removeItem,
  revertOrder,
  syncImages,
  updatePending,
  updateUploaded,
  uploadedIds,
} from './imageItems';
import type { LocalImageStore } from './localImageStore';
import { resizeForUpload } from './resizeImage';
import { isPermanentFailure, retryDelay } from './uploadFailure';

type Result<T> = { data?: T; error?: Failure };

export type ImageRequests = {
  upload: (listingId: string, file: Blob) => PromiseLike<Result<ImageListEnvelope>> & { abort: () => void };
  rotate: (listingId: string, imageId: string, action: Rotation) => PromiseLike<Result<ImageEnvelope>>;
  delete: (listingId: string, imageId: string) => PromiseLike<Result<unknown>>;
  reorder: (listingId: string, imageIds: string[]) => PromiseLike<Result<unknown>>;
  describe: (listingId: string, imageId: string, description: string) => PromiseLike<Result<ImageEnvelope>>;
};

/** The last one: all images are uploaded, and some lack their description. */
export type UploadResult = 'saved' | 'imagesFailed' | 'descriptionsFailed';

export type ImageEditorStore = { getState: () => WithImageEditors; dispatch: Dispatch };

/** In milliseconds. */
const orderDebounce = 800;
const parallelUploads = 2;

/**
 * Changes the images of one listing, which are in the slice while it is open, and brings the
 * server to the same state. Lives outside of React, so that an upload continues while other steps
 * are shown.
 */
export function createImageEditor(
  store: ImageEditorStore,
  requests: ImageRequests,
  localStore: LocalImageStore,
  initialListingId: string | undefined,
  images: readonly ImageResponse[],
) {
  const id = nanoid();
  /** The state while the editor is not open, when no component reads it. */
  let closedState: ImageEditorState = {
    ...syncImages(emptyState, images),
    announcement: null,
    problems: [],
    restoredCount: 0,
  };
  let listingId = initialListingId;
  let isClosed = false;
  let nextAnnouncementId = 0;
  let runningUpload: Promise<UploadResult> | null = null;
  let orderTimer: ReturnType<typeof setTimeout> | undefined;
  let lastMetadata = '[]';
  const uploads = new Map<string, Promise<void>>();
  const aborts = new Map<string, () => void>();
  const withUploadPermit = createSemaphore(parallelUploads);
  /** Reordering and deleting exclude each other. */
  const withLock = createSemaphore(1);

  const selectState = (root: WithImageEditors) => selectImageEditor(root, id) ?? closedState;
  const getState = () => selectState(store.getState());
  const setState = (changes: Partial<ImageEditorState>) => {
    const state = { ...getState(), ...changes };
    if (selectImageEditor(store.getState(), id)) store.dispatch(imageEditorChanged({ id, state }));
    else closedState = state;
    const metadata = JSON.stringify(pendingMetadata(state));
    if (metadata === lastMetadata) return;
    lastMetadata = metadata;
    void localStore.update(pendingMetadata(state));
  };
  const announce = (event: ImageEvent) => ({ announcement: { ...event, id: nextAnnouncementId++ } });
  const find = (key: string) => getState().items.find((item) => item.key === key);
  const findPending = (key: string) => pendingImages(getState()).find((item) => item.key === key);
  /** None after `close`. */
  const findUpload = (key: string) => (isClosed ? undefined : findPending(key));
  const addProblem = (problem: Problem) => setState({ problems: [...getState().problems, problem] });

  const importer = createImageImport({
    getState,
    setState,
    announce,
    removePending,
    localStore,
  });

  const descriptions = createImageDescriptions({
    getState,
    setState,
    send: (imageId, description) =>
      listingId === undefined ? undefined : requests.describe(listingId, imageId, description),
    withLock,
  });

  function removePending(key: string): void {
    aborts.get(key)?.();
    setState(removeItem(getState(), key));
    void localStore.remove(key);
  }

  function uploadOne(key: string): Promise<void> {
    const running = uploads.get(key);
    if (running) return running;
    const started = withUploadPermit(() => uploadNow(key)).finally(() => uploads.delete(key));
    uploads.set(key, started);
    return started;
  }

  async function uploadNow(key: string): Promise<void> {
    const item = findUpload(key);
    if (!item || listingId === undefined) return;
    setState(updatePending(getState(), key, { status: 'uploading', failure: undefined }));
    const resized = await resizeForUpload(item.file, item.quarterTurns);
    // A new object, because the same file may have been chosen twice.
    const upload = new File([resized], item.file.name, { type: resized.type });
    for (let retries = 0; findUpload(key); retries++) {
      setState(updatePending(getState(), key, { status: 'uploading', upload }));
      const request = requests.upload(listingId, upload);
      aborts.set(key, request.abort);
      const { data, error } = await request;
      aborts.delete(key);
      const image = data?.payload[0];
      if (image) return completeUpload(key, image);
      const delay = retryDelay(retries, error);
      if (delay === undefined) {
        return setState(updatePending(getState(), key, { status: 'failed', upload: null, failure: error }));
      }
      setState(updatePending(getState(), key, { status: 'paused' }));
      await sleep(delay);
    }
  }

  /** Deletes the image again if the user removed it just before the response. */
  async function completeUpload(key: string, image: ImageResponse): Promise<void> {
    void localStore.remove(key);
    if (findPending(key)) return setState(markUploaded(getState(), key, image));
    setState(markDeleted(getState(), key, image.externalId));
    if (listingId !== undefined) await requests.delete(listingId, image.externalId);
  }

  async function uploadAll(): Promise<UploadResult> {
    await importer.settled();
    for (const { key, status, failure } of pendingImages(getState())) {
      if (status === 'failed' && !isPermanentFailure(failure)) {
        setState(updatePending(getState(), key, { status: 'waiting' }));
      }
    }
    const countBefore = uploadedIds(getState()).length;
    // Loops, because the user may add images during the upload.
    for (;;) {
      const waiting = pendingImages(getState()).filter(({ status }) => status !== 'failed');
      if (isClosed || waiting.length === 0) break;
      await Promise.all(waiting.map(({ key }) => uploadOne(key)));
    }
    const count = uploadedIds(getState()).length - countBefore;
    if (count > 0) setState(announce({ kind: 'uploaded', count }));
    const isOrdered = await saveOrder();
    const isDescribed = await descriptions.save();
    if (!isOrdered || pendingImages(getState()).length > 0) return 'imagesFailed';
    return isDescribed ? 'saved' : 'descriptionsFailed';
  }

  const saveOrder = (): Promise<boolean> =>
    withLock(async () => {
      clearTimeout(orderTimer);
      orderTimer = undefined;
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

  function scheduleSaveOrder(): void {
    clearTimeout(orderTimer);
    orderTimer = setTimeout(() => {
      orderTimer = undefined;
      // An upload saves the order when it ends.
      if (uploads.size === 0) void saveOrder();
    }, orderDebounce);
  }

  async function remove(key: string): Promise<void> {
    const item = find(key);
    if (item?.kind === 'pending') {
      removePending(key);
      return setState({ ...announce({ kind: 'removed' }), problems: [] });
    }
    await runAction(item, 'delete', async (listingId, id) => {
      const { error } = await withLock(async () => requests.delete(listingId, id));
      const isDeleted = !error || serverError(error)?.message === 'exception.image.not-found';
      if (isDeleted) setState({ ...markDeleted(getState(), key, id), ...announce({ kind: 'removed' }) });
      return isDeleted ? undefined : error;
    });
  }

  async function rotate(key: string, direction: Direction): Promise<void> {
    const item = find(key);
    if (item?.kind === 'pending') {
      if (item.status === 'uploading' || item.status === 'paused' || item.thumbnail === null) return;
      const quarterTurns = addQuarterTurn(item.quarterTurns, direction);
      return setState({
        ...updatePending(getState(), key, { quarterTurns }),
        ...announce({ kind: 'rotated' }),
        problems: [],
      });
    }
    await runAction(item, 'rotate', async (listingId, id) => {
      const action = direction === 'right' ? 'ROTATE_90' : 'ROTATE_270';
      const { data, error } = await requests.rotate(listingId, id, action);
      if (data) setState({ ...markRotated(getState(), key, data.payload), ...announce({ kind: 'rotated' }) });
      return error;
    });
  }

  /** Runs at most one action at a time for an uploaded image. */
  async function runAction(
    item: ImageItem | undefined,
    pendingAction: 'rotate' | 'delete',
    action: (listingId: string, id: string) => Promise<Failure>,
  ): Promise<void> {
    if (item?.kind !== 'uploaded' || item.pendingAction || listingId === undefined) return;
    setState({ ...updateUploaded(getState(), item.key, { pendingAction }), problems: [] });
    const failure = await action(listingId, item.image.externalId);
    setState(updateUploaded(getState(), item.key, { pendingAction: null }));
    if (failure) addProblem({ kind: pendingAction, failure });
  }

  function move(key: string, index: number): void {
    setState({
      ...moveItem(getState(), key, index),
      ...announce({ kind: 'moved', position: index + 1, total: getState().items.length }),
      problems: [],
    });
    if (listingId !== undefined && isOrderChanged(getState())) scheduleSaveOrder();
  }

  async function retry(key: string): Promise<void> {
    setState(updatePending(getState(), key, { status: 'waiting' }));
    await uploadOne(key);
    if (uploads.size > 0) return;
    await saveOrder();
    await descriptions.save();
  }

  function upload(id: string): Promise<UploadResult> {
    listingId = id;
    runningUpload ??= uploadAll().finally(() => {
      runningUpload = null;
    });
    return runningUpload;
  }

  return {
    getState,
    selectState,
    /** Puts the state into the store, until `close`. */
    open: () => {
      isClosed = false;
      store.dispatch(imageEditorChanged({ id, state: closedState }));
    },
    /** Takes over a response with the whole listing. */
    sync: (id: string | undefined, images: readonly ImageResponse[]) => {
      listingId = id ?? listingId;
      setState(syncImages(getState(), images));
    },
    add: importer.add,
    remove,
    rotate,
    describe: descriptions.describe,
    move,
    retry,
    upload,
    restore: importer.restore,
    /** Removes all pending images. */
    discardPending: () => {
      for (const { key } of pendingImages(getState())) removePending(key);
      setState({ problems: [], restoredCount: 0 });
    },
    /**
     * Saves a new order at once, aborts running uploads and starts no others: their images are in
     * the local store and would be uploaded a second time later.
     */
    close: () => {
      isClosed = true;
      if (orderTimer !== undefined && uploads.size === 0) void saveOrder();
      for (const abort of aborts.values()) abort();
      closedState = getState();
      store.dispatch(imageEditorClosed(id));
    },
  };
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs at most `permits` tasks at a time; the others wait in order. */
function createSemaphore(permits: number) {
  let free = permits;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
