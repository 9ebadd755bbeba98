import { type UIEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ImageResponse } from '../../../api/generated';
import { tileSources } from '../../../api/images';
import { Logo } from '../../../ui/brand/Logo';
import type { ImageLink } from './useGalleryUrl';
import { nearestSlide } from '../nearestSlide';
import { useImageAlt } from '../useImageAlt';
import styles from './GalleryHeader.module.css';

type GalleryHeaderProps = {
  images: readonly ImageResponse[];
  title: string;
  imageLink: (index: number) => ImageLink;
  onViewAll: () => void;
};

/** The server preloads the first image with the same `sizes` in the page's head. */
const firstImageSizes = '(min-width: 768px) 600px, 100vw';

/** The number of images on a wide screen. */
const maxTiles = 5;

/**
 * One large image and up to four more; on a phone all of them, one at a time. Each opens in the
 * lightbox.
 */
export function GalleryHeader({ images, title, imageLink, onViewAll }: GalleryHeaderProps) {
  const { t } = useTranslation('listings');
  const imageAlt = useImageAlt(images, title);
  const [shownIndex, setShownIndex] = useState(0);
  if (images.length === 0) {
    return (
      <div className={styles.noImage}>
        <Logo size={56} />
        {t('card.noImage')}
      </div>
    );
  }
  const handleScroll = ({ currentTarget }: UIEvent) =>
    setShownIndex(nearestSlide(currentTarget) ?? shownIndex);
  return (
    <div className={styles.header}>
      <ul
        className={styles.images}
        data-count={Math.min(images.length, maxTiles)}
        aria-label={t('gallery.label', { title })}
        onScroll={handleScroll}
      >
        {images.map((image, index) => (
          <li key={image.externalId} className={styles.slide}>
            <Link className={styles.link} {...imageLink(index)}>
              <img
                {...tileSources(image.location)}
                sizes={index === 0 ? firstImageSizes : '(min-width: 768px) 300px, 100vw'}
                alt={imageAlt(index)}
                loading={index === 0 ? 'eager' : 'lazy'}
                fetchPriority={index === 0 ? 'high' : 'auto'}
                decoding="async"
              />
            </Link>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <span className={styles.position} aria-hidden>
          {shownIndex + 1}/{images.length}
        </span>
      )}
      {images.length > 1 && (
        <button type="button" className={styles.viewAll} onClick={onViewAll}>
          {t('detail.viewAll')}
          <span className={styles.count} aria-hidden>
            {images.length}
          </span>
        </button>
      )}
    </div>
  );
}
