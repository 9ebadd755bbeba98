import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTakeDownListingMutation } from '../../api/endpoints';
import type { FieldRule } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { Dialog } from '../../ui/dialog/Dialog';
import { TextArea } from '../../ui/form/TextArea';
import { useFieldErrors } from '../../ui/form/useFieldErrors';
import { useShowToast } from '../../ui/toast/toasts';
import { maxTextLength, validateText } from './reasons';

type TakedownDialogProps = { listing: { externalId: string; title: string }; onClose: () => void };

/** Takes a listing down. The landlord gets the reason, and cannot reinstate it. */
export function TakedownDialog({ listing, onClose }: TakedownDialogProps) {
  const { t } = useTranslation(['reports', 'shell']);
  const { failureText, ruleText } = useErrorText();
  const showToast = useShowToast();
  const formId = useId();
  const [reason, setReason] = useState('');
  const { errors, setErrors, clearError } = useFieldErrors<'reason', FieldRule>();
  const [takeDown, { isLoading, error }] = useTakeDownListingMutation();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reasonError = validateText(reason);
    if (!setErrors(event.currentTarget, reasonError ? { reason: reasonError } : {})) return;
    const { error: refused } = await takeDown({
      id: listing.externalId,
      takeDownListingRequest: { reason: reason.trim() },
    });
    if (refused) return;
    onClose();
    showToast(t('takedown.done', { title: listing.title }), 'success');
  };

  return (
    <Dialog
      title={t('takedown.title')}
      busy={isLoading}
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" disabled={isLoading} onClick={onClose}>
            {t('shell:dialog.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="contained" color="error" loading={isLoading}>
            {t('takedown.confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <Typography sx={{ mb: 2 }}>{t('takedown.text', { title: listing.title })}</Typography>
        <TextArea
          label={t('takedown.reason')}
          name="reason"
          rows={5}
          style={{ minHeight: '8rem' }}
          required
          limit={maxTextLength}
          value={reason}
          error={errors.reason ? ruleText(errors.reason) : ''}
          onChange={(event) => {
            setReason(event.target.value);
            clearError('reason');
          }}
        />
        {error && <Alert severity="error">{failureText(error)}</Alert>}
      </form>
    </Dialog>
  );
}
