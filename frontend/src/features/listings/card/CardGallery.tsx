import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ImageResponse } from '../../../api/generated';
import { cardSources } from '../../../api/images';
import { focusableDisabled } from '../../../ui/button/focusableDisabled';
import { Icon } from '../../../ui/Icon';
import { Logo } from '../../../ui/brand/Logo';
import { useImageAlt } from '../useImageAlt';
import styles from './CardGallery.module.css';
import { cardImageSizes } from './cardImageSizes';
import { useCardStrip } from './useCardStrip';

type CardGalleryProps = {
  images: readonly ImageResponse[];
  title: string;
  href: string;
  linkState: unknown;
  eager: boolean;
  /** Over the image. */
  children?: ReactNode;
};

/**
 * The images of a card: swiped on a phone, changed by two buttons elsewhere. A click
 * opens the listing; keyboards and screen readers use the title's link. Images after
 * the first load on hover, touch or focus.
 */
export function CardGallery({ images, title, href, linkState, eager, children }: CardGalleryProps) {
  const { t } = useTranslation('listings');
  const imageAlt = useImageAlt(images, title);
  const { shownIndex, choose, stripProps } = useCardStrip();
  const [loadsAll, setLoadsAll] = useState(false);
  const loadAll = () => setLoadsAll(true);

  const step = (index: number) => {
    loadAll();
    choose(index);
  };

  if (images.length === 0) {
    return (
      <div className={styles.gallery}>
        <div className={styles.strip}>
          <Link className={styles.noImage} to={href} state={linkState} tabIndex={-1} aria-hidden>
            <Logo size={44} />
            {t('card.noImage')}
          </Link>
        </div>
        {children}
      </div>
    );
  }
  return (
    <div
      className={styles.gallery}
      role="group"
      aria-label={t('gallery.label', { title })}
      onPointerEnter={loadAll}
      onTouchStart={loadAll}
      onFocus={loadAll}
    >
      {/* Not focusable, or browsers would scroll it with the arrow keys. */}
      <div {...stripProps} className={styles.strip} tabIndex={-1}>
        {images.map((image, index) => (
          <Link
            key={image.externalId}
            className={styles.slide}
            to={href}
            state={linkState}
            tabIndex={-1}
            aria-hidden
            draggable={false}
          >
            {(index === 0 || loadsAll) && (
              <img
                className={styles.image}
                {...cardSources(image.location)}
                sizes={cardImageSizes}
                alt={imageAlt(index)}
                width={500}
                height={500}
                loading={eager || index > 0 ? 'eager' : 'lazy'}
                fetchPriority={eager && index === 0 ? 'high' : 'auto'}
                decoding="async"
                draggable={false}
              />
            )}
          </Link>
        ))}
      </div>
      {images.length > 1 && (
        <>
          <button
            type="button"
            className={`${styles.step} ${styles.previous}`}
            aria-label={t('gallery.previous')}
            {...focusableDisabled(shownIndex === 0, () => step(shownIndex - 1))}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            className={`${styles.step} ${styles.next}`}
            aria-label={t('gallery.next')}
            {...focusableDisabled(shownIndex === images.length - 1, () => step(shownIndex + 1))}
          >
            <Icon name="right" />
          </button>
          <span className={styles.position}>
            <span aria-hidden>
              {shownIndex + 1}/{images.length}
            </span>
            <span className="visually-hidden" aria-live="polite">
              {t('gallery.position', { position: shownIndex + 1, total: images.length })}
              {images[shownIndex]?.description && `: ${images[shownIndex].description}`}
            </span>
          </span>
        </>
      )}
      {children}
    </div>
  );
}
