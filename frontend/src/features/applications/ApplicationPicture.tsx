import type { ImageResponse } from '../../api/generated';
import { imageUrl } from '../../api/images';
import { WindowMark } from '../../ui/WindowMark';
import styles from './ApplicationPicture.module.css';

/** The first picture of the listing; the title beside it says what it shows. */
export function ApplicationPicture({ image }: { image: ImageResponse | null }) {
  if (!image) {
    return (
      <span className={styles.none}>
        <WindowMark size={28} />
      </span>
    );
  }
  return (
    <img
      className={styles.picture}
      src={imageUrl(image.location, '400x300')}
      alt=""
      width={120}
      height={90}
      loading="lazy"
      decoding="async"
    />
  );
}
