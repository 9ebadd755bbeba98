import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageResponse } from '../../../api/generated';
import { imageUrl } from '../../../api/images';
import styles from './Thumbnails.module.css';

/** The number of thumbnails on each side of the current one. */
const reach = 15;

type ThumbnailsProps = {
  images: readonly ImageResponse[];
  index: number;
  onShow: (index: number) => void;
};

export function Thumbnails({ images, index, onShow }: ThumbnailsProps) {
  const { t } = useTranslation('listings');
  const list = useRef<HTMLUListElement>(null);
  const first = Math.max(0, index - reach);
  useLayoutEffect(() => {
    const current = list.current?.children[index - first];
    current?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, [index, first]);
  return (
    <div className={styles.scroller}>
      <ul ref={list} className={styles.thumbnails} aria-label={t('lightbox.thumbnails')}>
        {images.slice(first, index + reach + 1).map((image, offset) => {
          const position = first + offset;
          const isCurrent = position === index;
          return (
            <li key={image.externalId}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-label={t('lightbox.show', { position: position + 1 })}
                aria-current={isCurrent}
                onClick={() => onShow(position)}
              >
                <img
                  className={styles.image}
                  src={imageUrl(image.location, '400x300')}
                  alt=""
                  width={72}
                  height={54}
                  decoding="async"
                />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
