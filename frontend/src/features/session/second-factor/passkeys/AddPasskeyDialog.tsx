import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../ui/dialog/FormDialog';
import { maxLengths } from '../../../../ui/form/limits';
import { TextField } from '../../../../ui/form/TextField';
import { useFormFields } from '../../../../ui/form/useFormFields';
import space from '../../../../ui/layout/space.module.css';
import { useShowToast } from '../../../../ui/toast/toasts';
import { useAddPasskey } from './useAddPasskey';

/** Asks for a name, and lets the browser create the passkey. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('secondFactor');
  const showToast = useShowToast();
  const { failure, isPreparing, addPasskey } = useAddPasskey();
  const { form, field, busy } = useFormFields({
    defaultValues: { name: '' },
    validate: ({ name }) => ({ name: name === '' ? ('addPasskey.nameRequired' as const) : undefined }),
    errorText: (error: 'addPasskey.nameRequired') => t(error),
    send: async ({ name }) => {
      if (!(await addPasskey(name))) return;
      onClose();
      showToast(t('addPasskey.done', { name }), 'success');
    },
  });
  return (
    <FormDialog
      title={t('addPasskey.title')}
      submitLabel={t('addPasskey.submit')}
      busy={busy || isPreparing}
      form={form}
      onClose={onClose}
    >
      <Typography className={space.below16}>{t('addPasskey.text')}</Typography>
      {failure && (
        <Alert severity="error" className={space.below16}>
          {failure}
        </Alert>
      )}
      <TextField
        {...field('name')}
        label={t('addPasskey.name')}
        hint={t('addPasskey.nameHint')}
        maxLength={maxLengths.passkeyName}
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}
