import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { formatGalleryUrl, type GalleryState, parseGalleryUrl } from './galleryUrl';

/** The state of a history entry that opened the tour or the lightbox over the entry before it. */
const openedState = { photos: 'opened' };

const wasOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'photos' in state && state.photos === openedState.photos;

/**
 * The tour and the lightbox are in the URL. Opening one adds a history entry, so that
 * Back closes it; showing other images replaces the entry, and closing goes back over it.
 */
export function useGalleryUrl(count: number) {
  const { search, state, key } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const { isTourOpen, imageIndex, isInvalid } = parseGalleryUrl(query, count);
  const [closedKey, setClosedKey] = useState<string>();
  // Forward returns to an entry that was closed before.
  if (closedKey !== undefined && closedKey !== key) setClosedKey(undefined);

  const searchOf = (next: GalleryState) => formatGalleryUrl(query, next);
  const close = (next: GalleryState) => {
    // Going back is asynchronous: a second press of Escape must not leave the page.
    if (closedKey === key) return;
    setClosedKey(key);
    if (wasOpenedHere(state)) void navigate(-1);
    else void navigate({ search: searchOf(next) }, { replace: true });
  };

  const correctUrl = useRef(() => {});
  useEffect(() => {
    correctUrl.current = () =>
      void navigate({ search: searchOf({ isTourOpen, imageIndex }) }, { replace: true });
  });
  useEffect(() => {
    if (isInvalid) correctUrl.current();
  }, [isInvalid]);

  return {
    isTourOpen,
    imageIndex,
    /** The link that opens an image in the lightbox. */
    imageLink: (index: number) => ({
      to: { search: searchOf({ isTourOpen, imageIndex: index }) },
      state: openedState,
    }),
    openTour: () =>
      void navigate(
        { search: searchOf({ isTourOpen: true, imageIndex: undefined }) },
        { state: openedState },
      ),
    showImage: (index: number) =>
      void navigate({ search: searchOf({ isTourOpen, imageIndex: index }) }, { replace: true, state }),
    closeLightbox: () => close({ isTourOpen, imageIndex: undefined }),
    closeTour: () => close({ isTourOpen: false, imageIndex: undefined }),
  };
}

export type ImageLink = ReturnType<ReturnType<typeof useGalleryUrl>['imageLink']>;
