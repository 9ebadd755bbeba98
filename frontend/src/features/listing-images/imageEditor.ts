import { type Dispatch, nanoid } from '@reduxjs/toolkit';
import { type Failure, serverError } from '../../api/failure';
import type { ImageResponse } from '../../api/generated';
import type { EditorAccess, ImageRequests } from './editorAccess';
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
import { createImageOrder } from './imageOrder';
import {
  addQuarterTurn,
  type Direction,
  emptyState,
  type ImageItem,
  markDeleted,
  markRotated,
  moveItem,
  pendingImages,
  pendingMetadata,
  removeItem,
  syncImages,
  updatePending,
  updateUploaded,
  uploadedIds,
} from './imageItems';
import type { LocalImageStore } from './localImageStore';
import { createSemaphore } from './semaphore';
import { createUploadQueue } from './upload/uploadQueue';

/** The last one: all images are uploaded, and some lack their description. */
export type UploadResult = 'saved' | 'imagesFailed' | 'descriptionsFailed';

export type ImageEditorStore = { getState: () => WithImageEditors; dispatch: Dispatch };

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
  let nextAnnouncementId = 0;
  let runningUpload: Promise<UploadResult> | null = null;
  let lastMetadata = '[]';
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
  const addProblem = (problem: Problem) => setState({ problems: [...getState().problems, problem] });

  const editor: EditorAccess = {
    getState,
    setState,
    announce,
    addProblem,
    removePending,
    localStore,
    requests,
    getListingId: () => listingId,
    withLock,
  };
  const importer = createImageImport(editor);
  const descriptions = createImageDescriptions(editor);
  const queue = createUploadQueue(editor);
  const order = createImageOrder({ ...editor, isUploading: queue.isRunning });

  function removePending(key: string): void {
    queue.abort(key);
    setState(removeItem(getState(), key));
    void localStore.remove(key);
  }

  async function uploadAll(): Promise<UploadResult> {
    await importer.settled();
    const countBefore = uploadedIds(getState()).length;
    await queue.uploadAll();
    const count = uploadedIds(getState()).length - countBefore;
    if (count > 0) setState(announce({ kind: 'uploaded', count }));
    const isOrdered = await order.save();
    const isDescribed = await descriptions.save();
    if (!isOrdered || pendingImages(getState()).length > 0) return 'imagesFailed';
    return isDescribed ? 'saved' : 'descriptionsFailed';
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
    order.schedule();
  }

  async function retry(key: string): Promise<void> {
    setState(updatePending(getState(), key, { status: 'waiting' }));
    await queue.upload(key);
    if (queue.isRunning()) return;
    await order.save();
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
      queue.open();
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
      order.flush();
      queue.close();
      closedState = getState();
      store.dispatch(imageEditorClosed(id));
    },
  };
}
