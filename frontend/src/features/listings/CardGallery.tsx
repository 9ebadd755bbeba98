import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ImageResponse } from '../../api/generated';
import { cardSources } from '../../api/images';
import { Icon } from '../../ui/Icon';
import { WindowMark } from '../../ui/WindowMark';
import styles from './CardGallery.module.css';
import { cardWidth } from './cardPicture';

type CardGalleryProps = {
  images: readonly ImageResponse[];
  title: string;
  href: string;
  linkState: unknown;
  eager: boolean;
};

/**
 * The pictures of a card: swiped on a phone, turned by two buttons elsewhere.
 * Tapping one opens the listing; the title is the link for keyboards and screen
 * readers. All but the first are loaded once somebody shows interest.
 */
export function CardGallery({ images, title, href, linkState, eager }: CardGalleryProps) {
  const { t } = useTranslation('listings');
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const [wanted, setWanted] = useState(false);
  const want = () => setWanted(true);

  const follow = () => {
    const { scrollLeft = 0, clientWidth = 0 } = strip.current ?? {};
    if (clientWidth > 0) setShown(Math.round(scrollLeft / clientWidth));
  };
  const turnTo = (index: number) => {
    want();
    setShown(index);
    strip.current?.scrollTo({ left: index * strip.current.clientWidth, behavior: 'smooth' });
  };

  if (images.length === 0) {
    return (
      <div className={styles.gallery}>
        <div className={styles.strip}>
          <Link className={styles.none} to={href} state={linkState} tabIndex={-1} aria-hidden>
            <WindowMark size={44} />
            {t('card.noImage')}
          </Link>
        </div>
      </div>
    );
  }
  return (
    <div
      className={styles.gallery}
      role="group"
      aria-label={t('gallery.label', { title })}
      onPointerEnter={want}
      onTouchStart={want}
      onFocus={want}
    >
      {/* Out of the tab order, or browsers would let the arrow keys scroll it. */}
      <div ref={strip} className={styles.strip} tabIndex={-1} onScroll={follow}>
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
            {(index === 0 || wanted) && (
              <img
                className={styles.picture}
                {...cardSources(image.location)}
                sizes={cardWidth}
                alt=""
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
            disabled={shown === 0}
            onClick={() => turnTo(shown - 1)}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            className={`${styles.step} ${styles.next}`}
            aria-label={t('gallery.next')}
            disabled={shown === images.length - 1}
            onClick={() => turnTo(shown + 1)}
          >
            <Icon name="right" />
          </button>
          <span className={styles.position}>
            <span aria-hidden>
              {shown + 1}/{images.length}
            </span>
            <span className="visually-hidden">
              {t('gallery.position', { position: shown + 1, total: images.length })}
            </span>
          </span>
        </>
      )}
    </div>
  );
}
