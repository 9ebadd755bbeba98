import type { ImageResponse } from '../../../api/generated';
import { GalleryHeader } from './GalleryHeader';
import { useGalleryUrl } from './useGalleryUrl';
import { lazyPart, preload } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';

const loadTour = () => import('./GalleryTour');
const loadLightbox = () => import('./Lightbox');
const GalleryTour = lazyPart(() => loadTour().then((module) => module.GalleryTour), overlay);
const Lightbox = lazyPart(() => loadLightbox().then((module) => module.Lightbox), overlay);

/** Loads the code of both as soon as the user is about to open one. */
const preloadBoth = () => preload(loadTour, loadLightbox);

type ListingGalleryProps = {
  images: readonly ImageResponse[];
  title: string;
};

/** The images of a listing: its header, and the tour or lightbox that the URL opens. */
export function ListingGallery({ images, title }: ListingGalleryProps) {
  const gallery = useGalleryUrl(images.length);
  return (
    <>
      <div onPointerEnter={preloadBoth} onTouchStart={preloadBoth} onFocus={preloadBoth}>
        <GalleryHeader
          images={images}
          title={title}
          imageLink={gallery.imageLink}
          onViewAll={gallery.openTour}
        />
      </div>
      {gallery.isTourOpen && (
        <GalleryTour
          images={images}
          title={title}
          imageLink={gallery.imageLink}
          onClose={gallery.closeTour}
        />
      )}
      {gallery.imageIndex !== undefined && (
        <Lightbox
          images={images}
          title={title}
          index={gallery.imageIndex}
          onShow={gallery.showImage}
          onClose={gallery.closeLightbox}
        />
      )}
    </>
  );
}
