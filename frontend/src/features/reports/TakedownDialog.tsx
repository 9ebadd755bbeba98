import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useTakeDownListingMutation } from '../../api/endpoints';
import { useErrorText } from '../../i18n/useErrorText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { checkText } from '../../ui/form/checkText';
import { maxLengths } from '../../ui/form/limits';
import { TextArea } from '../../ui/form/TextArea';
import { useFormFields } from '../../ui/form/useFormFields';
import space from '../../ui/layout/space.module.css';
import { useShowToast } from '../../ui/toast/toasts';

type TakedownDialogProps = {
  listing: { externalId: string; title: string };
  onClose: () => void;
  onDone?: () => void;
};

/** Takes a listing down. The landlord gets the reason, and cannot reinstate it. */
export function TakedownDialog({ listing, onClose, onDone }: TakedownDialogProps) {
  const { t } = useTranslation('reports');
  const { failureText, ruleText } = useErrorText();
  const showToast = useShowToast();
  const [takeDown, { error }] = useTakeDownListingMutation();
  const { form, textField, busy } = useFormFields({
    defaultValues: { reason: '' },
    validate: ({ reason }) => ({ reason: checkText(reason, maxLengths.takedownReason) }),
    errorText: ruleText,
    send: async (takeDownListingRequest) => {
      const { error: refused } = await takeDown({ id: listing.externalId, takeDownListingRequest });
      if (refused) return;
      onClose();
      onDone?.();
      showToast(t('takedown.done', { title: listing.title }), 'success');
    },
  });

  return (
    <FormDialog
      title={t('takedown.title')}
      submitLabel={t('takedown.confirm')}
      destructive
      busy={busy}
      form={form}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
