import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { Badge } from '../../../ui/Badge';
import { listingStatusTones } from '../tones';
import { OverviewActions } from './OverviewActions';
import { OverviewDetails } from './OverviewDetails';
import { OverviewPictures } from './OverviewPictures';
import styles from './Overview.module.css';
import { placeholdersOf } from './placeholders';

type OverviewStepProps = {
  listing: ListingResponse;
  reader: 'landlord' | 'administrator';
  onGo: (step: number) => void;
};

/** All that has been saved, once more before everybody sees it. */
export function OverviewStep({ listing, reader, onGo }: OverviewStepProps) {
  const { t } = useTranslation(['wizard', 'listings']);
  return (
    <>
      <p className={styles.status}>
        <Badge tone={listingStatusTones[listing.status]}>{t(`listings:status.${listing.status}`)}</Badge>
        {t(`overview.status.${listing.status}`)}
      </p>
      {placeholdersOf(listing).length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('overview.brackets')}
        </Alert>
      )}
      <OverviewPictures listing={listing} onGo={onGo} />
      <OverviewDetails listing={listing} onGo={onGo} />
      <OverviewActions listing={listing} reader={reader} />
    </>
  );
}
