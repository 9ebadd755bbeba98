import type { ImageResponse } from '../../../api/generated';
import { imageUrl } from '../../../api/images';
import { Logo } from '../../../ui/brand/Logo';
import styles from './ApplicationImage.module.css';

/** The first image of the listing; the title next to it describes it. */
export function ApplicationImage({ image }: { image: ImageResponse | null }) {
  if (!image) {
    return (
      <span className={styles.placeholder}>
        <Logo size={28} />
      </span>
    );
  }
  return (
    <img
      className={styles.image}
      src={imageUrl(image.location, '400x300')}
      alt=""
      width={120}
      height={90}
      loading="lazy"
      decoding="async"
    />
  );
}
