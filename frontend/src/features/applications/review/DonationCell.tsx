import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse, ParticipantResponse } from '../../../api/generated';
import cells from '../../../ui/list/table/RecordCell.module.css';
import { displayName } from '../../../ui/user/displayName';

/** The dialog belongs to another feature. */
export type RenderDonation = (
  landlord: ParticipantResponse,
  listing: { externalId: string; title: string } | undefined,
  onClose: () => void,
) => ReactNode;

type DonationCellProps = { application: ApplicationResponse; renderDialog: RenderDonation };

/** Requests a donation from the landlord of an approved application, if the account is active. */
export function DonationCell({ application: { landlord, listing }, renderDialog }: DonationCellProps) {
  const { t } = useTranslation(['applications', 'donations']);
  const [open, setOpen] = useState(false);
  if (landlord?.status !== 'ACTIVE') return <span className={cells.muted}>{t('cell.decided')}</span>;
  const { externalId, title } = listing;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-haspopup="dialog"
        aria-label={t('donations:openNamed', { name: displayName(landlord) })}
        onClick={() => setOpen(true)}
        className={`${cells.button} ${cells.nowrap}`}
      >
        {t('donations:open')}
      </Button>
      {open && renderDialog(landlord, externalId ? { externalId, title } : undefined, () => setOpen(false))}
    </>
  );
}
