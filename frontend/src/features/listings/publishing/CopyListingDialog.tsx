import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCopyListingMutation } from '../../../api/endpoints';
import type { ListingSummaryResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useErrorText } from '../../../i18n/useErrorText';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import boxStyles from '../../../ui/form/choice/box.module.css';
import { useShowToast } from '../../../ui/toast/toasts';
import styles from './CopyListingDialog.module.css';

type CopyListingDialogProps = {
  listing: Pick<ListingSummaryResponse, 'externalId' | 'title' | 'images'>;
  onClose: () => void;
};

/** Copies a listing into a new draft, and opens it. */
export function CopyListingDialog({ listing, onClose }: CopyListingDialogProps) {
  const { t } = useTranslation('myListings');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const navigate = useNavigate();
  const id = useId();
  const hasImages = listing.images.length > 0;
  const [images, setImages] = useState(hasImages);
  const [copyListing, { isLoading, error }] = useCopyListingMutation();

  const copy = async () => {
    const { data } = await copyListing({ id: listing.externalId, copyListingRequest: { images } });
    if (!data) return;
    onClose();
    showToast(t('copied'), 'success');
    void navigate({ pathname: paths.manageListing.href(data.payload.externalId), search: '?step=1' });
  };

  return (
    <ConfirmDialog
      title={t('copyTitle')}
      confirmLabel={t('copyConfirm')}
      confirmFocused
      busy={isLoading}
      failure={error && failureText(error)}
      onConfirm={() => void copy()}
      onClose={onClose}
    >
      <p>{t('copyText', { title: listing.title })}</p>
      {hasImages && (
        <div className={styles.images}>
          <input
            id={id}
            type="checkbox"
            className={boxStyles.box}
            checked={images}
            onChange={(event) => setImages(event.target.checked)}
          />
          <label htmlFor={id}>{t('copyImages', { count: listing.images.length })}</label>
        </div>
      )}
    </ConfirmDialog>
  );
}
