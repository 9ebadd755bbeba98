import { useEffect, useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import {
  useDeleteListingImageMutation,
  useDescribeListingImageMutation,
  useReorderListingImagesMutation,
  useTransformListingImageMutation,
  useUploadListingImagesMutation,
} from '../../api/endpoints';
import type { ImageResponse } from '../../api/generated';
import type { ImageRequests } from './editorAccess';
import { createImageEditor, type UploadResult } from './imageEditor';
import type { Announcement, Problem, WithImageEditors } from './imageEditorState';
import { descriptionFailure, type Direction, type ImageItem, pendingImages } from './imageItems';
import { openLocalImageStore } from './openLocalImageStore';

export type ListingImages = {
  /** In display order; the first one is the cover. */
  items: readonly ImageItem[];
  pendingCount: number;
  /** How many pending images are not in the local store and would be lost with the page. */
  unpersistedCount: number;
  /** How many descriptions could not be saved and would be lost with the page. */
  undescribedCount: number;
  /** How many images of an earlier visit came back from the local store. */
  restoredCount: number;
  busy: boolean;
  announcement: Announcement | null;
  problems: readonly Problem[];
  add: (files: readonly File[]) => Promise<void>;
  remove: (key: string) => Promise<void>;
  rotate: (key: string, direction: Direction) => Promise<void>;
  /** Says what an image shows, for readers who do not see it. */
  describe: (key: string, description: string) => Promise<void>;
  move: (key: string, index: number) => void;
  /** Removes all pending images. */
  discardPending: () => void;
  /** Uploads one failed image again. */
  retry: (key: string) => Promise<void>;
  /**
   * Uploads all pending images, then saves the order and the descriptions. What failed shows its
   * reason, and can be retried alone.
   */
  upload: (listingId: string) => Promise<UploadResult>;
  /** Keeps the pending images under another name in the local store. */
  renameDraft: (draft: string) => Promise<void>;
};

type UseListingImagesParams = {
  /** The images on the server. */
  images: readonly ImageResponse[];
  listingId: string | undefined;
  userId: string;
  /** The name of the draft in the local store, at first. */
  draft: string;
  /** Whether to restore the local store: not in a second tab with the same draft. */
  restores: boolean;
};

/** The images of a listing: uploaded and pending ones. */
export function useListingImages(params: UseListingImagesParams): ListingImages {
  const { images, listingId, userId, draft, restores } = params;
  const store = useStore<WithImageEditors>();
  const requests = useImageRequests();
  const [localStore] = useState(() => openLocalImageStore(userId, draft));
  const [editor] = useState(() => createImageEditor(store, requests, localStore, listingId, images));
  const state = useSelector(editor.selectState);
  useEffect(() => {
    editor.open();
    if (restores) void editor.restore();
    return editor.close;
  }, [editor, restores]);
  // Compared by value, because a caller may create the array for every render.
  const serialized = JSON.stringify(images);
  useEffect(
    () => editor.sync(listingId, JSON.parse(serialized) as ImageResponse[]),
    [editor, listingId, serialized],
  );
  const pending = pendingImages(state);
  return {
    items: state.items,
    pendingCount: pending.length,
    unpersistedCount: pending.filter(({ persisted }) => persisted === false).length,
    undescribedCount: state.items.filter(descriptionFailure).length,
    restoredCount: state.restoredCount,
    busy: state.items.some((item) =>
      item.kind === 'uploaded'
        ? item.pendingAction !== null
        : item.status === 'uploading' || item.status === 'paused',
    ),
    announcement: state.announcement,
    problems: state.problems,
    add: editor.add,
    remove: editor.remove,
    rotate: editor.rotate,
    describe: editor.describe,
    move: editor.move,
    discardPending: editor.discardPending,
    retry: editor.retry,
    upload: editor.upload,
    renameDraft: localStore.renameDraft,
  };
}

/** Without subscriptions: the editor awaits the results itself. */
const unsubscribed = { selectFromResult: () => ({}) };

function useImageRequests(): ImageRequests {
  const [upload] = useUploadListingImagesMutation(unsubscribed);
  const [transform] = useTransformListingImageMutation(unsubscribed);
  const [remove] = useDeleteListingImageMutation(unsubscribed);
  const [reorder] = useReorderListingImagesMutation(unsubscribed);
  const [describe] = useDescribeListingImageMutation(unsubscribed);
  return {
    upload: (id, file) => upload({ id, uploadImagesForm: { files: [file] } }),
    rotate: (id, imageId, action) => transform({ id, imageId, action }),
    delete: (id, imageId) => remove({ id, imageId }),
    reorder: (id, imageIds) => reorder({ id, reorderImagesRequest: { imageIds } }),
    describe: (id, imageId, description) => describe({ id, imageId, describeImageRequest: { description } }),
  };
}
