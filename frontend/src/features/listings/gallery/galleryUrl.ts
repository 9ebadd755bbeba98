/** From the specification. */
const tourModal = 'PHOTO_TOUR_SCROLLABLE';

/** What the query opens over the page. */
export type GalleryState = {
  isTourOpen: boolean;
  /** The image in the lightbox, from 0. */
  imageIndex: number | undefined;
};

/**
 * `photoId` counts from 1. `isInvalid`: the query names a modal or an image that does not exist.
 */
export function parseGalleryUrl(
  query: URLSearchParams,
  count: number,
): GalleryState & { isInvalid: boolean } {
  const modal = query.get('modal');
  const photoId = query.get('photoId');
  const isTourOpen = modal === tourModal && count > 0;
  const number = /^[1-9]\d{0,3}$/.test(photoId ?? '') ? Number(photoId) : 0;
  const imageIndex = number >= 1 && number <= count ? number - 1 : undefined;
  return {
    isTourOpen,
    imageIndex,
    isInvalid: (modal !== null && !isTourOpen) || (photoId !== null && imageIndex === undefined),
  };
}

/** Keeps all other parameters of the query. */
export function formatGalleryUrl(query: URLSearchParams, { isTourOpen, imageIndex }: GalleryState): string {
  const next = new URLSearchParams(query);
  next.delete('modal');
  next.delete('photoId');
  if (isTourOpen) next.set('modal', tourModal);
  if (imageIndex !== undefined) next.set('photoId', String(imageIndex + 1));
  return next.toString();
}
