import IconButton from '@mui/material/IconButton';
import MuiDialog from '@mui/material/Dialog';
import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageResponse } from '../../../api/generated';
import { imageUrl, screenSources } from '../../../api/images';
import { Mui } from '../../../theme/Mui';
import { Icon } from '../../../ui/Icon';
import styles from './Lightbox.module.css';
import { Thumbnails } from './Thumbnails';
import { useSwipedStrip } from './useSwipedStrip';

type LightboxProps = {
  images: readonly ImageResponse[];
  title: string;
  /** The picture that is shown, from 0. */
  index: number;
  onShow: (index: number) => void;
  onClose: () => void;
};

/** One picture after the other, as large as the screen, and dark in both themes: pictures look best so. */
export function Lightbox({ images, title, index, onShow, onClose }: LightboxProps) {
  const { t } = useTranslation('listings');
  const headingId = useId();
  const last = images.length - 1;
  const show = (wanted: number) => {
    const next = Math.min(Math.max(wanted, 0), last);
    if (next !== index) onShow(next);
  };

  const turn = (event: KeyboardEvent) => {
    // With a modifier the arrows belong to the browser, whose Back closes the lightbox.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const wanted = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    show(wanted);
  };

  return (
    <Mui>
      <MuiDialog
        open
        fullScreen
        data-theme="dark"
        aria-labelledby={headingId}
        onClose={onClose}
        onKeyDown={turn}
        slotProps={{
          paper: {
            className: styles.room,
            sx: { overflow: 'hidden', borderRadius: 0, bgcolor: 'brand.sunken' },
          },
        }}
      >
        <h2 id={headingId} className="visually-hidden">
          {t('gallery.label', { title })}
        </h2>
        <TopBar images={images} index={index} onClose={onClose} />
        <Stage images={images} title={title} index={index} onShow={show} />
        {last > 0 && <Thumbnails images={images} index={index} onShow={show} />}
      </MuiDialog>
    </Mui>
  );
}

/** The picture, its neighbours to swipe to, and the buttons that turn it. */
function Stage({ images, title, index, onShow }: Omit<LightboxProps, 'onClose'>) {
  const { t } = useTranslation('listings');
  const { strip, onScroll } = useSwipedStrip(index, onShow);
  return (
    <div className={styles.stage}>
      <ul
        ref={strip}
        className={styles.strip}
        // A scrolling region that the keyboard cannot reach cannot be seen by it either.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('gallery.label', { title })}
        onScroll={onScroll}
      >
        {images.map((image, position) => (
          <li key={image.externalId} className={styles.slide} aria-hidden={position !== index}>
            {/* The neighbours are loaded too, so that turning waits for nothing. */}
            {Math.abs(position - index) <= 1 && (
              <img
                className={styles.picture}
                {...screenSources(image.location)}
                sizes="100vw"
                alt={t('detail.photo', { position: position + 1, total: images.length, title })}
                fetchPriority={position === index ? 'high' : 'low'}
                decoding="async"
                draggable={false}
              />
            )}
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <>
          <TurnButton kind="previous" atEnd={index === 0} onTurn={() => onShow(index - 1)} />
          <TurnButton kind="next" atEnd={index === images.length - 1} onTurn={() => onShow(index + 1)} />
        </>
      )}
    </div>
  );
}

function TopBar({ images, index, onClose }: Pick<LightboxProps, 'images' | 'index' | 'onClose'>) {
  const { t } = useTranslation('listings');
  const image = images[index];
  return (
    <div className={styles.top}>
      <p className={styles.position} role="status">
        <span aria-hidden>
          {index + 1} / {images.length}
        </span>
        <span className="visually-hidden">
          {t('gallery.position', { position: index + 1, total: images.length })}
        </span>
      </p>
      {image && (
        <IconButton
          component="a"
          href={imageUrl(image.location, '2400x1600')}
          target="_blank"
          rel="noopener"
          aria-label={t('lightbox.fullSize')}
          title={t('lightbox.fullSize')}
        >
          <Icon name="open" />
        </IconButton>
      )}
      <IconButton aria-label={t('lightbox.close')} title={t('lightbox.close')} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

type TurnButtonProps = { kind: 'previous' | 'next'; atEnd: boolean; onTurn: () => void };

/** At the end it stays a button: one that is disabled would lose the focus, and the arrow keys with it. */
function TurnButton({ kind, atEnd, onTurn }: TurnButtonProps) {
  const { t } = useTranslation('listings');
  return (
    <button
      type="button"
      className={`${styles.turn} ${styles[kind]}`}
      aria-label={t(`gallery.${kind}`)}
      aria-disabled={atEnd}
      onClick={onTurn}
    >
      <Icon name={kind === 'previous' ? 'left' : 'right'} size={26} />
    </button>
  );
}
