import { type UIEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ImageResponse } from '../../api/generated';
import { tileSources } from '../../api/images';
import { WindowMark } from '../../ui/WindowMark';
import type { PhotoLink } from './gallery/usePhotoAddress';
import styles from './PhotoHeader.module.css';

type PhotoHeaderProps = {
  images: readonly ImageResponse[];
  title: string;
  photoLink: (index: number) => PhotoLink;
  onViewAll: () => void;
};

/** How wide the first photo is drawn. The server says the same in the head of the page, so that it comes early. */
const firstPhoto = '(min-width: 768px) 600px, 100vw';

/** How many a wide screen shows. */
const tiles = 5;

/** One large picture and up to four more; on a phone all of them, one at a time. Each opens in the lightbox. */
export function PhotoHeader({ images, title, photoLink, onViewAll }: PhotoHeaderProps) {
  const { t } = useTranslation('listings');
  const [shown, setShown] = useState(0);
  if (images.length === 0) {
    return (
      <div className={styles.none}>
        <WindowMark size={56} />
        {t('card.noImage')}
      </div>
    );
  }
  const follow = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) => {
    if (clientWidth > 0) setShown(Math.round(scrollLeft / clientWidth));
  };
  return (
    <div className={styles.header}>
      <ul
        className={styles.photos}
        data-count={Math.min(images.length, tiles)}
        aria-label={t('gallery.label', { title })}
        onScroll={follow}
      >
        {images.map((image, index) => (
          <li key={image.externalId} className={styles.photo}>
            <Link className={styles.link} {...photoLink(index)}>
              <img
                {...tileSources(image.location)}
                sizes={index === 0 ? firstPhoto : '(min-width: 768px) 300px, 100vw'}
                alt={t('detail.photo', { position: index + 1, total: images.length, title })}
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
          {shown + 1}/{images.length}
        </span>
      )}
      {images.length > 1 && (
        <button type="button" className={styles.all} onClick={onViewAll}>
          {t('detail.viewAll')}
          <span className={styles.number} aria-hidden>
            {images.length}
          </span>
        </button>
      )}
    </div>
  );
}
