import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  useDeleteListingImageMutation,
  useReorderListingImagesMutation,
  useTransformListingImageMutation,
  useUploadListingImagesMutation,
} from '../../../api/endpoints';
import type { ImageResponse } from '../../../api/generated';
import { createPictureDesk, type News, type PictureCalls, type Problem } from './pictureDesk';
import { chosenOf, type Direction, type PictureItem } from './pictureItems';

export type Pictures = {
  /** In the order shown; the first one is the card's picture. */
  items: readonly PictureItem[];
  /** How many are not uploaded yet. */
  waiting: number;
  busy: boolean;
  news: News | null;
  problems: readonly Problem[];
  add: (files: readonly File[]) => void;
  remove: (key: string) => Promise<void>;
  turn: (key: string, direction: Direction) => Promise<void>;
  move: (key: string, index: number) => void;
  /** Sends one that failed once more, without the others. */
  retry: (key: string) => Promise<void>;
  /**
   * Uploads all that wait, then puts them in the order shown. False when some
   * failed: each shows why, and can be retried alone.
   */
  upload: (listingId: string) => Promise<boolean>;
};

/** The pictures of a listing: those that the portal has, and those chosen here. */
export function usePictures(images: readonly ImageResponse[], listingId: string | undefined): Pictures {
  const calls = usePictureCalls();
  const [desk] = useState(() => createPictureDesk(calls, listingId, images));
  const state = useSyncExternalStore(desk.subscribe, desk.read);
  // A caller may make the list anew for every drawing.
  const arrived = JSON.stringify(images);
  useEffect(() => desk.arrive(listingId, JSON.parse(arrived) as ImageResponse[]), [desk, listingId, arrived]);
  useEffect(() => desk.leave, [desk]);
  const waiting = chosenOf(state);
  return {
    items: state.items,
    waiting: waiting.length,
    busy: state.items.some((item) =>
      item.kind === 'stored' ? item.doing !== null : item.step === 'sending' || item.step === 'paused',
    ),
    news: state.news,
    problems: state.problems,
    add: desk.add,
    remove: desk.remove,
    turn: desk.turn,
    move: desk.move,
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
