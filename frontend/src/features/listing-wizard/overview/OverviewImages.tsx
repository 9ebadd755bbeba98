import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { imageUrl } from '../../../api/images';
import styles from './Overview.module.css';
import { OverviewGroup } from './OverviewGroup';

type OverviewImagesProps = { listing: ListingResponse; onGo: (step: number) => void };

export function OverviewImages({ listing: { images, title }, onGo }: OverviewImagesProps) {
  const { t } = useTranslation(['wizard', 'listings']);
  return (
    <OverviewGroup step="images" onGo={onGo}>
      <ul className={styles.images}>
        {images.map(({ externalId, location }, index) => (
          <li key={externalId}>
            <img
              className={styles.image}
              src={imageUrl(location, '400x300')}
              alt={t('listings:detail.photo', { position: index + 1, total: images.length, title })}
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
