/** The names are the specification's. */
const tour = 'PHOTO_TOUR_SCROLLABLE';

/** What an address opens over the page. */
export type PhotoAddress = {
  tourOpen: boolean;
  /** The picture in the lightbox, from 0. */
  shown: number | undefined;
  /** The query asks for something that is not there. */
  mistaken: boolean;
};

/** `photoId` counts from 1, as people and the texts do. */
export function readPhotoAddress(query: URLSearchParams, count: number): PhotoAddress {
  const modal = query.get('modal');
  const photoId = query.get('photoId');
  const tourOpen = modal === tour && count > 0;
  const number = /^[1-9]\d{0,3}$/.test(photoId ?? '') ? Number(photoId) : 0;
  const shown = number >= 1 && number <= count ? number - 1 : undefined;
  return {
    tourOpen,
    shown,
    mistaken: (modal !== null && !tourOpen) || (photoId !== null && shown === undefined),
  };
}

/** The same address with these photos open; what else it says is kept. */
export function formatPhotoAddress(
  query: URLSearchParams,
  { tourOpen, shown }: Pick<PhotoAddress, 'tourOpen' | 'shown'>,
): string {
  const next = new URLSearchParams(query);
  next.delete('modal');
  next.delete('photoId');
  if (tourOpen) next.set('modal', tour);
  if (shown !== undefined) next.set('photoId', String(shown + 1));
  return next.toString();
}
