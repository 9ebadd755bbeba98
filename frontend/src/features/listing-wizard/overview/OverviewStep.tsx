import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { Badge } from '../../../ui/badge/Badge';
import space from '../../../ui/layout/space.module.css';
import { listingStatusTones } from '../../listings/tones';
import { OverviewActions } from './OverviewActions';
import { OverviewDetails } from './OverviewDetails';
import { OverviewImages } from './OverviewImages';
import styles from './Overview.module.css';
import { findPlaceholders } from '../../listings/publishing/placeholders';

type OverviewStepProps = {
  listing: ListingResponse;
  reader: 'landlord' | 'administrator';
  onGo: (step: number) => void;
};

/** All saved details, for a last check before publishing. */
export function OverviewStep({ listing, reader, onGo }: OverviewStepProps) {
  const { t } = useTranslation(['wizard', 'listings']);
  return (
    <>
      <p className={styles.status}>
        <Badge tone={listingStatusTones[listing.status]}>{t(`listings:status.${listing.status}`)}</Badge>
        {t(`overview.status.${listing.status}`)}
      </p>
      {findPlaceholders(listing).length > 0 && (
        <Alert severity="info" className={space.below16}>
          {t('overview.brackets')}
        </Alert>
      )}
      <OverviewImages listing={listing} onGo={onGo} />
      <OverviewDetails listing={listing} onGo={onGo} />
      <OverviewActions listing={listing} reader={reader} />
    </>
  );
}
