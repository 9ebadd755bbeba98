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
import styles from './PhotoTour.module.css';
import type { PhotoLink } from './usePhotoAddress';

/** The pictures that are on screen at once. */
const eagerPhotos = 3;

type PhotoTourProps = {
  images: readonly ImageResponse[];
  title: string;
  photoLink: (index: number) => PhotoLink;
  onClose: () => void;
};

/** All pictures below each other, over the whole screen: one wide, two half as wide, and again. */
export function PhotoTour({ images, title, photoLink, onClose }: PhotoTourProps) {
  const { t } = useTranslation('listings');
  const headingId = useId();
  return (
    <Mui>
      <MuiDialog
        open
        fullScreen
        onClose={onClose}
        aria-labelledby={headingId}
        slotProps={{ paper: { sx: { borderRadius: 0, bgcolor: 'background.default' } } }}
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
        <ul className={styles.photos}>
          {images.map((image, index) => {
            const wide = isWide(index, images.length);
            return (
              <li key={image.externalId} className={styles.photo} data-wide={wide}>
                <Link className={styles.link} {...photoLink(index)}>
                  <img
                    className={styles.picture}
                    {...(wide ? screenSources(image.location) : tileSources(image.location))}
                    sizes={wide ? '(min-width: 1024px) 992px, 100vw' : '(min-width: 1024px) 492px, 50vw'}
                    alt={t('detail.photo', { position: index + 1, total: images.length, title })}
                    loading={index < eagerPhotos ? 'eager' : 'lazy'}
                    decoding="async"
                  />
                </Link>
              </li>
            );
          })}
        </ul>
      </MuiDialog>
    </Mui>
  );
}

/** Every third is wide, and so is one that would stand alone in the last row. */
const isWide = (index: number, count: number): boolean =>
  index % 3 === 0 || (index % 3 === 1 && index === count - 1);
