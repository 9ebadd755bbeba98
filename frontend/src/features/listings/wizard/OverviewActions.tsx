import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useChangeListingStatusMutation } from '../../../api/endpoints';
import type { ListingResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useErrorText } from '../../../i18n/useErrorText';
import { Icon } from '../../../ui/Icon';
import { useShowToast } from '../../../ui/toasts';
import { isImageRequired, useLeadToImages } from '../imageRequired';
import { PlaceholderQuestion } from '../PlaceholderQuestion';
import styles from './Overview.module.css';
import { placeholdersOf } from './placeholders';

type OverviewActionsProps = { listing: ListingResponse; reader: 'landlord' | 'administrator' };

/** What is public needs no publishing, and is no draft that could be kept. */
export function OverviewActions({ listing, reader }: OverviewActionsProps) {
  const { externalId, status } = listing;
  const { t } = useTranslation('wizard');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const navigate = useNavigate();
  const [change, { isLoading }] = useChangeListingStatusMutation();
  const address = paths.listing.href(externalId);
  const published = status === 'AVAILABLE';

  const leadToImages = useLeadToImages();
  const [asking, setAsking] = useState(false);
  const placeholders = placeholdersOf(listing);

  const publish = async () => {
    const { error } = await change({ id: externalId, status: 'AVAILABLE' });
    setAsking(false);
    if (isImageRequired(error)) leadToImages(externalId);
    else if (error) showToast(failureText(error), 'error');
    else {
      showToast(t(`overview.online.${reader}`), 'success');
      void navigate(address);
    }
  };

  return (
    <div className={styles.actions}>
      {published ? (
        <Button variant="contained" component={Link} to={address}>
          {t('overview.toListing')}
        </Button>
      ) : (
        <Button
          variant="contained"
          loading={isLoading}
          onClick={() => (placeholders.length > 0 ? setAsking(true) : void publish())}
        >
          {t('overview.publish')}
        </Button>
      )}
      <Button variant="outlined" component={Link} to={paths.myListings.href()}>
        {t(status === 'DRAFT' ? 'overview.keepDraft' : 'overview.toMyListings')}
      </Button>
      <Button component={Link} to={{ pathname: paths.manageListing.href(externalId), search: '?step=1' }}>
        {t('overview.edit')}
      </Button>
      <Button
        component={Link}
        to={address}
        target="_blank"
        rel="noopener"
        startIcon={<Icon name="open" size={18} />}
        aria-label={t('overview.previewNewTab')}
      >
        {t('overview.preview')}
      </Button>
      {asking && (
        <PlaceholderQuestion
          listingId={externalId}
          placeholders={placeholders}
          busy={isLoading}
          onPublish={() => void publish()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
