import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useChangeListingStatusMutation } from '../../../api/endpoints';
import { useGetListingQuery } from '../../../api/initialEndpoints';
import { paths } from '../../../app/paths';
import { localDay } from '../../../i18n/localDay';
import { useErrorText } from '../../../i18n/useErrorText';
import { useFormats } from '../../../i18n/useFormats';
import { BusyButton } from '../../../ui/button/BusyButton';
import { focusContent } from '../../../ui/layout/focusContent';
import { useShowToast } from '../../../ui/toast/toasts';
import { useIsMounted } from '../../../ui/useIsMounted';
import styles from './EndedListing.module.css';

/** Set by the link of a mail: the id of a listing whose last day has passed. */
const parameter = 'ended';

/** Offers to archive the listing of the URL while it is still public. */
export function EndedListing() {
  const [query] = useSearchParams();
  const id = query.get(parameter);
  return id ? <Question id={id} /> : null;
}

function Question({ id }: { id: string }) {
  const { t } = useTranslation('myListings');
  const { day } = useFormats();
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const isMounted = useIsMounted();
  const [query, setQuery] = useSearchParams();
  const [today] = useState(() => localDay(new Date()));
  const { data } = useGetListingQuery({ id });
  const [changeStatus, { isLoading }] = useChangeListingStatusMutation();
  const listing = data?.payload;
  if (listing?.status !== 'AVAILABLE' || listing.availableUntil === null) return null;
  // The landlord has postponed the last day since the mail.
  if (listing.availableUntil >= today) return null;

  const archive = async () => {
    const { error } = await changeStatus({ id, status: 'ARCHIVED' });
    if (error) {
      showToast(t('ended.failed', { reason: failureText(error) }), 'error');
      return;
    }
    showToast(t('ended.archived'), 'success');
    if (!isMounted()) return;
    const rest = new URLSearchParams(query);
    rest.delete(parameter);
    setQuery(rest, { replace: true });
    // The focused button disappears.
    focusContent();
  };
  return (
    <Alert severity="info" role="status" className={styles.question}>
      <p className={styles.title}>{t('ended.title', { title: listing.title })}</p>
      <p>{t('ended.text', { day: day(listing.availableUntil) })}</p>
      <div className={styles.choices}>
        <BusyButton variant="contained" loading={isLoading} onClick={() => void archive()}>
          {t('ended.archive')}
        </BusyButton>
        <Button
          color="inherit"
          variant="outlined"
          component={Link}
          to={{ pathname: paths.manageListing.href(id), search: '?step=6' }}
        >
          {t('ended.change')}
        </Button>
      </div>
    </Alert>
  );
}
