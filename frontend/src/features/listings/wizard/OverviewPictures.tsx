import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { imageUrl } from '../../../api/images';
import styles from './Overview.module.css';
import { OverviewGroup } from './OverviewGroup';

type OverviewPicturesProps = { listing: ListingResponse; onGo: (step: number) => void };

export function OverviewPictures({ listing: { images, title }, onGo }: OverviewPicturesProps) {
  const { t } = useTranslation(['wizard', 'listings']);
  return (
    <OverviewGroup step="images" onGo={onGo}>
      <ul className={styles.pictures}>
        {images.map(({ externalId, location }, index) => (
          <li key={externalId}>
            <img
              className={styles.picture}
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
