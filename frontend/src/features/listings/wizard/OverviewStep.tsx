import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { Badge } from '../../../ui/Badge';
import { listingStatusTones } from '../tones';
import { OverviewActions } from './OverviewActions';
import { OverviewDetails } from './OverviewDetails';
import { OverviewPictures } from './OverviewPictures';
import styles from './Overview.module.css';
import { hasBrackets } from './tenantTemplate';

/** All that has been saved, once more before everybody sees it. */
export function OverviewStep({ listing, onGo }: { listing: ListingResponse; onGo: (step: number) => void }) {
  const { t } = useTranslation(['wizard', 'listings']);
  return (
    <>
      <p className={styles.status}>
        <Badge tone={listingStatusTones[listing.status]}>{t(`listings:status.${listing.status}`)}</Badge>
        {t(`overview.status.${listing.status}`)}
      </p>
      {hasBrackets(listing.tenantDescription) && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('overview.brackets')}
        </Alert>
      )}
      <OverviewPictures listing={listing} onGo={onGo} />
      <OverviewDetails listing={listing} onGo={onGo} />
      <OverviewActions listing={listing} />
    </>
  );
}
