import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../api/images';
import { Logo } from '../../../ui/brand/Logo';
import type { ImageItem, QuarterTurns } from '../imageItems';
import { BlobImage } from './BlobImage';
import styles from './ImagePreview.module.css';

/** The image, cropped to a square. */
export function ImagePreview({ item }: { item: ImageItem }) {
  const { t } = useTranslation('images');
  const { blob, quarterTurns } = localThumbnail(item);
  if (blob) {
    return (
      <span className={styles.frame}>
        <BlobImage blob={blob} quarterTurns={quarterTurns} />
      </span>
    );
  }
  if (item.kind === 'uploaded') {
    return (
      <span className={styles.frame}>
        <img
          className={styles.image}
          src={imageUrl(item.image.location, '500x500')}
          alt=""
          width={500}
          height={500}
          decoding="async"
          draggable={false}
        />
      </span>
    );
  }
  if (item.thumbnail === 'preparing') return <span className={`${styles.frame} ${styles.preparing}`} />;
  return (
    <span className={`${styles.frame} ${styles.noPreview}`}>
      <Logo size={36} />
      <span className={styles.fileName}>{item.file.name}</span>
      <span>{t('noPreview')}</span>
    </span>
  );
}

function localThumbnail(item: ImageItem): { blob: Blob | null; quarterTurns: QuarterTurns } {
  if (item.kind === 'uploaded') return item.thumbnail ?? { blob: null, quarterTurns: 0 };
  return {
    blob: item.thumbnail instanceof Blob ? item.thumbnail : null,
    quarterTurns: item.quarterTurns,
  };
}
