import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../api/images';
import { WindowMark } from '../../../ui/WindowMark';
import { LocalPicture } from './LocalPicture';
import type { PictureItem, Turns } from './pictureItems';
import styles from './PicturePreview.module.css';

/** The picture itself, cut to a square. */
export function PicturePreview({ item }: { item: PictureItem }) {
  const { t } = useTranslation('pictures');
  const { picture, turns } = localCopyOf(item);
  if (picture) {
    return (
      <span className={styles.frame}>
        <LocalPicture picture={picture} turns={turns} />
      </span>
    );
  }
  if (item.kind === 'stored') {
    return (
      <span className={styles.frame}>
        <img
          className={styles.picture}
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
  if (item.copy === 'preparing') return <span className={`${styles.frame} ${styles.preparing}`} />;
  return (
    <span className={`${styles.frame} ${styles.none}`}>
      <WindowMark size={36} />
      <span className={styles.name}>{item.file.name}</span>
      <span>{t('noPreview')}</span>
    </span>
  );
}

function localCopyOf(item: PictureItem): { picture: Blob | null; turns: Turns } {
  if (item.kind === 'stored') return item.copy ?? { picture: null, turns: 0 };
  return { picture: item.copy instanceof Blob ? item.copy : null, turns: item.turns };
}
