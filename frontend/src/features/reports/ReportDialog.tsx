import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { maxLengths } from '../../ui/form/limits';
import { TextArea } from '../../ui/form/TextArea';
import { TextField } from '../../ui/form/TextField';
import space from '../../ui/layout/space.module.css';
import { ReasonChoice } from './ReasonChoice';
import { useReportForm } from './useReportForm';

type ReportDialogProps = { listing: { externalId: string; title: string }; onClose: () => void };

/** For everyone, with or without an account. */
export function ReportDialog({ listing, onClose }: ReportDialogProps) {
  const { t } = useTranslation('reports');
  const { form, field, textField, choice, busy, failure, sentTo } = useReportForm(listing.externalId);

  if (sentTo !== undefined) return <Thanks address={sentTo} onClose={onClose} />;
  return (
    <FormDialog title={t('title')} submitLabel={t('send')} busy={busy} form={form} onClose={onClose}>
      <Typography className={space.below16}>{t('text', { title: listing.title })}</Typography>
      <ReasonChoice {...choice('reason')} />
      <TextArea
        {...textField('text')}
        label={t('what')}
        rows={5}
        short
        required
        limit={maxLengths.reportText}
      />
      <TextField
        {...field('email')}
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        autoComplete="email"
        maxLength={maxLengths.email}
      />
      {failure && <Alert severity="error">{failure}</Alert>}
    </FormDialog>
  );
}

function Thanks({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'shell']);
  return (
    <Dialog
      title={t('thanks.title')}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {t('shell:dialog.close')}
        </Button>
      }
    >
      <div role="status">
        <p>{t('thanks.text')}</p>
        {address && <Typography className={space.above8}>{t('thanks.receipt', { address })}</Typography>}
      </div>
    </Dialog>
  );
}
