import type { ListingResponse } from '../../../api/generated';
import { imageUrl } from '../../../api/images';
import { useImageAlt } from '../../listings/useImageAlt';
import styles from './Overview.module.css';
import { OverviewGroup } from './OverviewGroup';

type OverviewImagesProps = { listing: ListingResponse; onGo: (step: number) => void };

export function OverviewImages({ listing: { images, title }, onGo }: OverviewImagesProps) {
  const imageAlt = useImageAlt(images, title);
  return (
    <OverviewGroup step="images" onGo={onGo}>
      <ul className={styles.images}>
        {images.map(({ externalId, location }, index) => (
          <li key={externalId}>
            <img
              className={styles.image}
              src={imageUrl(location, '400x300')}
              alt={imageAlt(index)}
              width={400}
              height={300}
              loading="lazy"
            />
          </li>
        ))}
      </ul>
    </OverviewGroup>
  );
}
