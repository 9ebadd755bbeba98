import type { ImageResponse } from '../../../api/generated';
import { PhotoHeader } from '../PhotoHeader';
import { usePhotoAddress } from './usePhotoAddress';
import { lazyPart, prepare } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';

const loadTour = () => import('./PhotoTour');
const loadLightbox = () => import('./Lightbox');
const PhotoTour = lazyPart(() => loadTour().then((module) => module.PhotoTour), overlay);
const Lightbox = lazyPart(() => loadLightbox().then((module) => module.Lightbox), overlay);

/** Somebody is about to open one of the two: their code comes meanwhile. */
const prepareBoth = () => prepare(loadTour, loadLightbox);

type ListingPhotosProps = {
  images: readonly ImageResponse[];
  title: string;
};

/** The pictures of a listing: its header, and what the address opens over the page. */
export function ListingPhotos({ images, title }: ListingPhotosProps) {
  const photos = usePhotoAddress(images.length);
  return (
    <>
      <div onPointerEnter={prepareBoth} onTouchStart={prepareBoth} onFocus={prepareBoth}>
        <PhotoHeader images={images} title={title} photoLink={photos.photoLink} onViewAll={photos.openTour} />
      </div>
      {photos.tourOpen && (
        <PhotoTour images={images} title={title} photoLink={photos.photoLink} onClose={photos.closeTour} />
      )}
      {photos.shown !== undefined && (
        <Lightbox
          images={images}
          title={title}
          index={photos.shown}
          onShow={photos.showPhoto}
          onClose={photos.closePhoto}
        />
      )}
    </>
  );
}
