import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useTakeDownListingMutation } from '../../api/endpoints';
import { useErrorText } from '../../i18n/useErrorText';
import { Dialog } from '../../ui/dialog/Dialog';
import { checkText } from '../../ui/form/checkText';
import { maxLengths } from '../../ui/form/limits';
import { TextArea } from '../../ui/form/TextArea';
import { useFormFields } from '../../ui/form/useFormFields';
import space from '../../ui/layout/space.module.css';
import { useShowToast } from '../../ui/toast/toasts';

type TakedownDialogProps = { listing: { externalId: string; title: string }; onClose: () => void };

/** Takes a listing down. The landlord gets the reason, and cannot reinstate it. */
export function TakedownDialog({ listing, onClose }: TakedownDialogProps) {
  const { t } = useTranslation(['reports', 'shell']);
  const { failureText, ruleText } = useErrorText();
  const showToast = useShowToast();
  const formId = useId();
  const [takeDown, { error }] = useTakeDownListingMutation();
  const { form, textField, busy } = useFormFields({
    defaultValues: { reason: '' },
    validate: ({ reason }) => ({ reason: checkText(reason, maxLengths.takedownReason) }),
    errorText: ruleText,
    send: async (takeDownListingRequest) => {
      const { error: refused } = await takeDown({ id: listing.externalId, takeDownListingRequest });
      if (refused) return;
      onClose();
      showToast(t('takedown.done', { title: listing.title }), 'success');
    },
  });

  return (
    <Dialog
      title={t('takedown.title')}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" disabled={busy} onClick={onClose}>
            {t('shell:dialog.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="contained" color="error" loading={busy}>
            {t('takedown.confirm')}
          </Button>
        </>
      }
    >
      <form {...form} id={formId}>
        <Typography className={space.below16}>{t('takedown.text', { title: listing.title })}</Typography>
        <TextArea
          {...textField('reason')}
          label={t('takedown.reason')}
          rows={5}
          short
          required
          limit={maxLengths.takedownReason}
        />
        {error && <Alert severity="error">{failureText(error)}</Alert>}
      </form>
    </Dialog>
  );
}
