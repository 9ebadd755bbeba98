import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { formatPhotoAddress, readPhotoAddress } from './photoAddress';

/** The state of a history entry that opened something over the entry before it. */
const openedHere = { photos: 'opened' };

const wasOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'photos' in state && state.photos === openedHere.photos;

/**
 * The tour and the lightbox live in the address: opening one is an entry of the
 * history, so that Back closes it. However many pictures are looked at, it
 * stays one entry, and closing goes back over it instead of leaving it behind.
 */
export function usePhotoAddress(count: number) {
  const { search, state, key } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const { tourOpen, shown, mistaken } = readPhotoAddress(query, count);
  const left = useRef<string | undefined>(undefined);

  const searchOf = (next: { tourOpen: boolean; shown: number | undefined }) =>
    formatPhotoAddress(query, next);
  const close = (next: { tourOpen: boolean; shown: number | undefined }) => {
    // Going back takes a moment; a second press of Escape must not leave the page.
    if (left.current === key) return;
    left.current = key;
    if (wasOpenedHere(state)) void navigate(-1);
    else void navigate({ search: searchOf(next) }, { replace: true });
  };

  const correct = useRef(() => {});
  useEffect(() => {
    correct.current = () => void navigate({ search: searchOf({ tourOpen, shown }) }, { replace: true });
  });
  useEffect(() => {
    if (mistaken) correct.current();
  }, [mistaken]);

  return {
    tourOpen,
    shown,
    /** The link that opens a picture in the lightbox. */
    photoLink: (index: number) => ({
      to: { search: searchOf({ tourOpen, shown: index }) },
      state: openedHere,
    }),
    openTour: () =>
      void navigate({ search: searchOf({ tourOpen: true, shown: undefined }) }, { state: openedHere }),
    showPhoto: (index: number) =>
      void navigate({ search: searchOf({ tourOpen, shown: index }) }, { replace: true, state }),
    closePhoto: () => close({ tourOpen, shown: undefined }),
    closeTour: () => close({ tourOpen: false, shown: undefined }),
  };
}

export type PhotoLink = ReturnType<ReturnType<typeof usePhotoAddress>['photoLink']>;
