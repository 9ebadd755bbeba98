import { type UIEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageResponse } from '../../api/generated';
import { imageUrl } from '../../api/images';
import { WindowMark } from '../../ui/WindowMark';
import styles from './PhotoHeader.module.css';

type PhotoHeaderProps = {
  images: readonly ImageResponse[];
  title: string;
  /** The pictures are one strip to swipe, which the keyboard must reach too. */
  swiped: boolean;
};

/** One large picture and up to four more; on a phone all of them, one at a time. */
export function PhotoHeader({ images, title, swiped }: PhotoHeaderProps) {
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
        data-count={Math.min(images.length, 5)}
        // A scrolling region that the keyboard cannot reach cannot be seen by it either.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={swiped ? 0 : undefined}
        aria-label={t('gallery.label', { title })}
        onScroll={follow}
      >
        {images.map((image, index) => (
          <li key={image.externalId} className={styles.photo}>
            <img
              src={imageUrl(image.location, '1200x800')}
              srcSet={sources(image.location, index)}
              sizes={index === 0 ? '(min-width: 768px) 600px, 100vw' : '(min-width: 768px) 300px, 100vw'}
              alt={t('detail.photo', { position: index + 1, total: images.length, title })}
              loading={index === 0 ? 'eager' : 'lazy'}
              fetchPriority={index === 0 ? 'high' : 'auto'}
              decoding="async"
            />
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <span className={styles.position} aria-hidden>
          {shown + 1}/{images.length}
        </span>
      )}
    </div>
  );
}

/** Only the first is drawn large, so that only it comes in the largest size. */
function sources(location: string, index: number): string {
  const [small, large] =
    index === 0 ? (['1200x800', '2400x1600'] as const) : (['400x300', '1200x800'] as const);
  return `${imageUrl(location, small)} ${parseInt(small, 10)}w, ${imageUrl(location, large)} ${parseInt(large, 10)}w`;
}
