import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useChangeListingStatusMutation } from '../../../api/endpoints';
import type { ListingResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useErrorText } from '../../../i18n/useErrorText';
import { BusyButton } from '../../../ui/button/BusyButton';
import { MoreIcon } from '../../../ui/MoreIcon';
import { useShowToast } from '../../../ui/toast/toasts';
import { useIsMounted } from '../../../ui/useIsMounted';
import { LazyCopyListingDialog } from '../../listings/publishing/LazyCopyListingDialog';
import { isImageRequired, useOpenImagesStep } from '../../listings/publishing/imageRequired';
import { PlaceholderDialog } from '../../listings/publishing/PlaceholderDialog';
import styles from './Overview.module.css';
import { findPlaceholders } from '../../listings/publishing/placeholders';

type OverviewActionsProps = { listing: ListingResponse; reader: 'landlord' | 'administrator' };

export function OverviewActions({ listing, reader }: OverviewActionsProps) {
  const { externalId, status } = listing;
  const { t } = useTranslation(['wizard', 'myListings']);
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [changeStatus, { isLoading }] = useChangeListingStatusMutation();
  const href = paths.listing.href(externalId);
  const isPublished = status === 'AVAILABLE';

  const openImagesStep = useOpenImagesStep();
  const [isAsking, setIsAsking] = useState(false);
  const [isCopying, setIsCopying] = useState(false);
  const placeholders = findPlaceholders(listing);

  const publish = async () => {
    const { error } = await changeStatus({ id: externalId, status: 'AVAILABLE' });
    setIsAsking(false);
    if (!error) {
      showToast(t(`overview.online.${reader}`), 'success');
      if (isMounted()) void navigate(href);
    } else if (isMounted() && isImageRequired(error)) openImagesStep(externalId);
    else showToast(failureText(error), 'error');
  };

  return (
    <div className={styles.actions}>
      {isPublished ? (
        <Button variant="contained" component={Link} to={href}>
          {t('overview.toListing')}
        </Button>
      ) : (
        <BusyButton
          variant="contained"
          loading={isLoading}
          onClick={() => (placeholders.length > 0 ? setIsAsking(true) : void publish())}
        >
          {t('overview.publish')}
        </BusyButton>
      )}
      <Button variant="outlined" component={Link} to={paths.myListings.href()}>
        {t(status === 'DRAFT' ? 'overview.keepDraft' : `overview.toListings.${reader}`)}
      </Button>
      <Button component={Link} to={{ pathname: paths.manageListing.href(externalId), search: '?step=1' }}>
        {t('overview.edit')}
      </Button>
      {reader === 'landlord' && listing.takedownReason === null && (
        <Button startIcon={<MoreIcon name="copy" size={18} />} onClick={() => setIsCopying(true)}>
          {t('overview.copy')}
        </Button>
      )}
      <Button
        component={Link}
        to={href}
        target="_blank"
        rel="noopener"
        startIcon={<MoreIcon name="open" size={18} />}
        aria-label={t('overview.previewNewTab')}
      >
        {t('overview.preview')}
      </Button>
      {isCopying && <LazyCopyListingDialog listing={listing} onClose={() => setIsCopying(false)} />}
      {isAsking && (
        <PlaceholderDialog
          listingId={externalId}
          placeholders={placeholders}
          busy={isLoading}
          onPublish={() => void publish()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
