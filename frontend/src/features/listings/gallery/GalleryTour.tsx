import IconButton from '@mui/material/IconButton';
import MuiDialog from '@mui/material/Dialog';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ImageResponse } from '../../../api/generated';
import { screenSources, tileSources } from '../../../api/images';
import { Mui } from '../../../theme/Mui';
import { Icon } from '../../../ui/Icon';
import { ToastInDialog } from '../../../ui/toast/ToastInDialog';
import { useImageAlt } from '../useImageAlt';
import styles from './GalleryTour.module.css';
import type { ImageLink } from './useGalleryUrl';

/** The number of images on the first screen. */
const eagerCount = 3;

type GalleryTourProps = {
  images: readonly ImageResponse[];
  title: string;
  imageLink: (index: number) => ImageLink;
  onClose: () => void;
};

/** All images in a full-screen dialog: one wide, two half as wide, and so on. */
export function GalleryTour({ images, title, imageLink, onClose }: GalleryTourProps) {
  const { t } = useTranslation('listings');
  const imageAlt = useImageAlt(images, title);
  const headingId = useId();
  return (
    <Mui>
      <MuiDialog
        open
        fullScreen
        onClose={onClose}
        aria-labelledby={headingId}
        slotProps={{ paper: { className: styles.paper } }}
      >
        <div className={styles.top}>
          <IconButton aria-label={t('tour.close')} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
          <Typography id={headingId} variant="h3" component="h2" className={styles.heading}>
            {t('tour.heading', { count: images.length })}
            <span className={styles.title}>{title}</span>
          </Typography>
        </div>
        <ul className={styles.images}>
          {images.map((image, index) => {
            const wide = isWide(index, images.length);
            return (
              <li key={image.externalId} className={styles.tile} data-wide={wide}>
                <Link className={styles.link} {...imageLink(index)}>
                  <img
                    className={styles.image}
                    {...(wide ? screenSources(image.location) : tileSources(image.location))}
                    sizes={wide ? '(min-width: 1024px) 992px, 100vw' : '(min-width: 1024px) 492px, 50vw'}
                    alt={imageAlt(index)}
                    loading={index < eagerCount ? 'eager' : 'lazy'}
                    decoding="async"
                  />
                </Link>
              </li>
            );
          })}
        </ul>
        <ToastInDialog />
      </MuiDialog>
    </Mui>
  );
}

/** Every third image, and one that would be alone in the last row. */
const isWide = (index: number, count: number): boolean =>
  index % 3 === 0 || (index % 3 === 1 && index === count - 1);
