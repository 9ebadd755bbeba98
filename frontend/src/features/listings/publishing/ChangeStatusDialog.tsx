import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeListingStatusMutation } from '../../../api/endpoints';
import type { ListingStatus, ListingSummaryResponse } from '../../../api/generated';
import { useLazyGetListingQuery } from '../../../api/initialEndpoints';
import { Badge } from '../../../ui/badge/Badge';
import { Dialog } from '../../../ui/dialog/Dialog';
import { SelectField } from '../../../ui/form/SelectField';
import space from '../../../ui/layout/space.module.css';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import { useShowToast } from '../../../ui/toast/toasts';
import { isImageRequired, useOpenImagesStep } from './imageRequired';
import { listingStatuses } from '../listingStatuses';
import { PlaceholderDialog } from './PlaceholderDialog';
import { listingStatusTones } from '../tones';
import { findPlaceholders } from './placeholders';

type ChangeStatusDialogProps = {
  listing: ListingSummaryResponse;
  reader: 'landlord' | 'administrator';
  onClose: () => void;
  onChanged: (id: string) => void;
};

export function ChangeStatusDialog(props: ChangeStatusDialogProps) {
  const { listing, onClose } = props;
  const { t } = useTranslation(['myListings', 'listings', 'shell']);
  const [chosen, setChosen] = useState<ListingStatus>('DRAFT');
  const { placeholders, busy, confirm, publish } = useStatusChange(props);
  if (placeholders.length > 0) {
    return (
      <PlaceholderDialog
        listingId={listing.externalId}
        placeholders={placeholders}
        busy={busy}
        onPublish={() => void publish()}
        onClose={onClose}
      />
    );
  }

  return (
    <Dialog
      title={t('statusTitle')}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" disabled={busy} onClick={onClose}>
            {t('shell:dialog.cancel')}
          </Button>
          <Button variant="contained" loading={busy} onClick={() => void confirm(chosen)}>
            {t('change')}
          </Button>
        </>
      }
    >
      <Typography className={space.below16}>
        {listing.title} · {t('statusNow')}{' '}
        <Badge tone={listingStatusTones[listing.status]}>{t(`listings:status.${listing.status}`)}</Badge>
      </Typography>
      <SelectField
        label={t('statusLabel')}
        value={chosen}
        options={listingStatuses.map((status) => ({ value: status, label: t(`listings:status.${status}`) }))}
        onChange={setChosen}
      />
      <Typography variant="body2" aria-live="polite" color="textSecondary" className={space.above8}>
        {t(`statusHint.${chosen}`)}
      </Typography>
    </Dialog>
  );
}

/**
 * Asks about placeholders before publishing, and opens the images step when an image is required.
 */
function useStatusChange({ listing, reader, onClose, onChanged }: ChangeStatusDialogProps) {
  const { externalId: id, title, status: currentStatus } = listing;
  const { t } = useTranslation(['myListings', 'listings']);
  const rowNotices = useRowNotices();
  const showToast = useShowToast();
  const openImagesStep = useOpenImagesStep();
  const [placeholders, setPlaceholders] = useState<readonly string[]>([]);
  const [getListing, { isFetching }] = useLazyGetListingQuery();
  const [changeStatus, { isLoading }] = useChangeListingStatusMutation();

  const change = async (status: ListingStatus) => {
    rowNotices.clear(id);
    const { error } = await changeStatus({ id, status });
    onClose();
    if (isImageRequired(error)) openImagesStep(id);
    else if (error) rowNotices.show({ id, title: t('statusRefused', { title }), reason: error });
    else {
      onChanged(id);
      const text =
        status === 'AVAILABLE'
          ? t(`online.${reader}`)
          : t('statusChanged', { status: t(`listings:status.${status}`) });
      showToast(text, 'success');
    }
  };
  const confirm = async (status: ListingStatus) => {
    // If the read fails, the change fails too and shows its error.
    const { data } = status === 'AVAILABLE' && currentStatus !== status ? await getListing({ id }) : {};
    const found = data ? findPlaceholders(data.payload) : [];
    if (found.length > 0) setPlaceholders(found);
    else await change(status);
  };
  return { placeholders, busy: isLoading || isFetching, confirm, publish: () => change('AVAILABLE') };
}
