import { lazy, Suspense } from 'react';
import type { ImageResponse } from '../../../api/generated';
import { PhotoHeader } from '../PhotoHeader';
import { usePhotoAddress } from './usePhotoAddress';

const loadTour = () => import('./PhotoTour');
const loadLightbox = () => import('./Lightbox');
const PhotoTour = lazy(() => loadTour().then((module) => ({ default: module.PhotoTour })));
const Lightbox = lazy(() => loadLightbox().then((module) => ({ default: module.Lightbox })));

/** Somebody is about to open one of the two: their code comes meanwhile. */
const prepare = () => {
  void loadTour();
  void loadLightbox();
};

type ListingPhotosProps = {
  images: readonly ImageResponse[];
  title: string;
  /** The header is one strip to swipe. */
  swiped: boolean;
};

/** The pictures of a listing: its header, and what the address opens over the page. */
export function ListingPhotos({ images, title, swiped }: ListingPhotosProps) {
  const photos = usePhotoAddress(images.length);
  return (
    <>
      <div onPointerEnter={prepare} onTouchStart={prepare} onFocus={prepare}>
        <PhotoHeader
          images={images}
          title={title}
          swiped={swiped}
          photoLink={photos.photoLink}
          onViewAll={photos.openTour}
        />
      </div>
      {photos.tourOpen && (
        <Suspense>
          <PhotoTour images={images} title={title} photoLink={photos.photoLink} onClose={photos.closeTour} />
        </Suspense>
      )}
      {photos.shown !== undefined && (
        <Suspense>
          <Lightbox
            images={images}
            title={title}
            index={photos.shown}
            onShow={photos.showPhoto}
            onClose={photos.closePhoto}
          />
        </Suspense>
      )}
    </>
  );
}
