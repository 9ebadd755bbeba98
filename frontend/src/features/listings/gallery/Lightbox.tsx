import IconButton from '@mui/material/IconButton';
import MuiDialog from '@mui/material/Dialog';
import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageResponse } from '../../../api/generated';
import { imageUrl, screenSources } from '../../../api/images';
import { Mui } from '../../../theme/Mui';
import { focusableDisabled } from '../../../ui/button/focusableDisabled';
import { Icon } from '../../../ui/Icon';
import { MoreIcon } from '../../../ui/MoreIcon';
import { ToastInDialog } from '../../../ui/toast/ToastInDialog';
import { useImageAlt } from '../useImageAlt';
import styles from './Lightbox.module.css';
import { Thumbnails } from './Thumbnails';
import { useSwipeStrip } from './useSwipeStrip';

type LightboxProps = {
  images: readonly ImageResponse[];
  title: string;
  /** The shown image, from 0. */
  index: number;
  onShow: (index: number) => void;
  onClose: () => void;
};

/** One image at a time in full screen, on a dark background in both themes. */
export function Lightbox({ images, title, index, onShow, onClose }: LightboxProps) {
  const { t } = useTranslation('listings');
  const headingId = useId();
  const last = images.length - 1;
  const show = (target: number) => {
    const next = Math.min(Math.max(target, 0), last);
    if (next !== index) onShow(next);
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    // With a modifier, arrow keys are browser shortcuts: Back closes the lightbox.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };

  return (
    <Mui>
      <MuiDialog
        open
        fullScreen
        data-theme="dark"
        aria-labelledby={headingId}
        onClose={onClose}
        onKeyDown={handleKeyDown}
        slotProps={{ paper: { className: styles.dialog } }}
      >
        <h2 id={headingId} className="visually-hidden">
          {t('gallery.label', { title })}
        </h2>
        <TopBar images={images} index={index} onClose={onClose} />
        <Stage images={images} title={title} index={index} onShow={show} />
        {last > 0 && <Thumbnails images={images} index={index} onShow={show} />}
        <ToastInDialog />
      </MuiDialog>
    </Mui>
  );
}

/** The image, its neighbours for swiping, and the buttons. */
function Stage({ images, title, index, onShow }: Omit<LightboxProps, 'onClose'>) {
  const { t } = useTranslation('listings');
  const imageAlt = useImageAlt(images, title);
  const { strip, onScroll } = useSwipeStrip(index, onShow);
  return (
    <div className={styles.stage}>
      <ul
        ref={strip}
        className={styles.strip}
        // A scrollable region must be focusable for keyboard users.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('gallery.label', { title })}
        onScroll={onScroll}
      >
        {images.map((image, position) => (
          <li key={image.externalId} className={styles.slide} aria-hidden={position !== index}>
            {/* Loads the neighbours too, so that the next image shows at once. */}
            {Math.abs(position - index) <= 1 && (
              <img
                className={styles.image}
                {...screenSources(image.location)}
                sizes="100vw"
                alt={imageAlt(position)}
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
          <StepButton kind="previous" atEnd={index === 0} onStep={() => onShow(index - 1)} />
          <StepButton kind="next" atEnd={index === images.length - 1} onStep={() => onShow(index + 1)} />
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
          <MoreIcon name="open" />
        </IconButton>
      )}
      <IconButton aria-label={t('lightbox.close')} title={t('lightbox.close')} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

type StepButtonProps = { kind: 'previous' | 'next'; atEnd: boolean; onStep: () => void };

/** Keeps the focus at the end: without it the dialog would lose the arrow keys. */
function StepButton({ kind, atEnd, onStep }: StepButtonProps) {
  const { t } = useTranslation('listings');
  return (
    <button
      type="button"
      className={`${styles.stepButton} ${styles[kind]}`}
      aria-label={t(`gallery.${kind}`)}
      {...focusableDisabled(atEnd, onStep)}
    >
      <Icon name={kind === 'previous' ? 'left' : 'right'} size={26} />
    </button>
  );
}
