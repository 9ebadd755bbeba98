import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../../api/generated';
import cells from '../../../ui/list/table/RecordCell.module.css';
import { displayName } from '../../../ui/user/displayName';

type Landlord = NonNullable<ApplicationResponse['landlord']>;
type DonationCellProps = {
  application: ApplicationResponse;
  /** Opens the dialog; it outlives the row, which may leave the page. */
  onOpen: (landlord: Landlord) => void;
};

/** Requests a donation from the landlord of an approved application, if the account is active. */
export function DonationCell({ application: { landlord }, onOpen }: DonationCellProps) {
  const { t } = useTranslation(['applications', 'donations']);
  if (landlord?.status !== 'ACTIVE') return <span className={cells.muted}>{t('cell.decided')}</span>;
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      aria-haspopup="dialog"
      aria-label={t('donations:openNamed', { name: displayName(landlord) })}
      onClick={() => onOpen(landlord)}
      className={`${cells.button} ${cells.nowrap}`}
    >
      {t('donations:open')}
    </Button>
  );
}
