import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  useDeleteListingImageMutation,
  useReorderListingImagesMutation,
  useTransformListingImageMutation,
  useUploadListingImagesMutation,
} from '../../../api/endpoints';
import type { ImageResponse } from '../../../api/generated';
import { createPictureDesk, type PictureCalls } from './pictureDesk';
import { chosenOf, type Direction, type PictureItem } from './pictureItems';
import type { News, Problem } from './pictureNews';
import { openPictureStore } from './openPictureStore';

export type Pictures = {
  /** In the order shown; the first one is the card's picture. */
  items: readonly PictureItem[];
  /** How many are not uploaded yet. */
  waiting: number;
  /** How many of these this device could not keep beyond the page. */
  unkept: number;
  /** How many pictures of an earlier visit this device has brought back. */
  broughtBack: number;
  busy: boolean;
  news: News | null;
  problems: readonly Problem[];
  add: (files: readonly File[]) => Promise<void>;
  remove: (key: string) => Promise<void>;
  turn: (key: string, direction: Direction) => Promise<void>;
  move: (key: string, index: number) => void;
  /** Drops everything that waits. */
  discard: () => void;
  /** Sends one that failed once more, without the others. */
  retry: (key: string) => Promise<void>;
  /**
   * Uploads all that wait, then puts them in the order shown. False when some
   * failed: each shows why, and can be retried alone.
   */
  upload: (listingId: string) => Promise<boolean>;
};

type PicturesOf = {
  /** What the portal has. */
  images: readonly ImageResponse[];
  listingId: string | undefined;
  userId: string;
  /** The name of the draft under which waiting pictures are kept. */
  draft: string;
  /** Whether to bring back what was kept of an earlier visit: not for a second tab of the same draft. */
  bringsBack: boolean;
};

/** The pictures of a listing: those that the portal has, and those chosen here. */
export function usePictures({ images, listingId, userId, draft, bringsBack }: PicturesOf): Pictures {
  const calls = usePictureCalls();
  const [keep] = useState(() => openPictureStore(userId, draft));
  const [desk] = useState(() => createPictureDesk(calls, keep, listingId, images));
  const state = useSyncExternalStore(desk.subscribe, desk.read);
  // A caller may make the list anew for every drawing.
  const arrived = JSON.stringify(images);
  useEffect(() => desk.arrive(listingId, JSON.parse(arrived) as ImageResponse[]), [desk, listingId, arrived]);
  useEffect(() => {
    if (bringsBack) void desk.bringBack();
    return desk.leave;
  }, [desk, bringsBack]);
  const keptAs = useRef(draft);
  useEffect(() => {
    // A new listing that was saved is known by its own name.
    if (keptAs.current !== draft) void keep.rename(draft);
    keptAs.current = draft;
  }, [keep, draft]);
  const waiting = chosenOf(state);
  return {
    items: state.items,
    waiting: waiting.length,
    unkept: waiting.filter(({ kept }) => kept === false).length,
    broughtBack: state.broughtBack,
    busy: state.items.some((item) =>
      item.kind === 'stored' ? item.doing !== null : item.step === 'sending' || item.step === 'paused',
    ),
    news: state.news,
    problems: state.problems,
    add: desk.add,
    remove: desk.remove,
    turn: desk.turn,
    move: desk.move,
    discard: desk.discard,
    retry: desk.retry,
    upload: desk.upload,
  };
}

/** What is asked of the portal; nobody here watches the requests themselves. */
const unwatched = { selectFromResult: () => ({}) };

function usePictureCalls(): PictureCalls {
  const [send] = useUploadListingImagesMutation(unwatched);
  const [transform] = useTransformListingImageMutation(unwatched);
  const [remove] = useDeleteListingImageMutation(unwatched);
  const [reorder] = useReorderListingImagesMutation(unwatched);
  return {
    upload: (id, file) => send({ id, uploadImagesForm: { files: [file] } }),
    turn: (id, imageId, action) => transform({ id, imageId, action }),
    remove: (id, imageId) => remove({ id, imageId }),
    order: (id, imageIds) => reorder({ id, reorderImagesRequest: { imageIds } }),
  };
}
