import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmTotpMutation, useSetUpTotpMutation } from '../../../../api/endpoints';
import { useErrorText } from '../../../../i18n/useErrorText';
import { FormDialog } from '../../../../ui/dialog/FormDialog';
import { checkCode, toCode } from '../../../../ui/form/code/checkCode';
import { CodeField } from '../../../../ui/form/code/CodeField';
import { useFormFields } from '../../../../ui/form/useFormFields';
import space from '../../../../ui/layout/space.module.css';
import { RetryAlert } from '../../../../ui/notice/RetryAlert';
import { useLastError } from '../../../../ui/useLastError';
import { AppSecret } from './AppSecret';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';

type SetUpAppDialogProps = {
  /** Whether an app is set up already. */
  replaces: boolean;
  onClose: () => void;
};

/** Sets up an app by its first code, and then shows the recovery codes. */
export function SetUpAppDialog({ replaces, onClose }: SetUpAppDialogProps) {
  const { t } = useTranslation(['secondFactor', 'session']);
  const { failureText } = useErrorText();
  const [setUp, preparation] = useSetUpTotpMutation();
  const setup = preparation.data?.payload;
  const setUpError = useLastError(preparation.error);
  const [confirm, { data, error, reset }] = useConfirmTotpMutation();
  // The confirmation changes what is set up: the text stays as it was at the start.
  const [showsReplaced] = useState(replaces);
  const { form, field, busy } = useFormFields({
    defaultValues: { code: '' },
    validate: ({ code }) => ({ code: checkCode(code) }),
    errorText: (key: 'code.invalid') => t(`session:${key}`),
    send: async ({ code }) => {
      reset();
      await confirm({ confirmTotpRequest: { code: toCode(code) } });
    },
  });
  useEffect(() => void setUp(), [setUp]);

  if (data) return <RecoveryCodesDialog codes={data.payload.recoveryCodes} onClose={onClose} />;
  return (
    <FormDialog
      title={t('setUp.title')}
      submitLabel={t('setUp.submit')}
      busy={busy || preparation.isLoading}
      form={form}
      onClose={onClose}
    >
      <Typography>
        {t('setUp.scan')} {showsReplaced && t('setUp.replaces')}
      </Typography>
      {setUpError && !setup ? (
        <RetryAlert
          text={failureText(setUpError)}
          busy={preparation.isLoading}
          className={space.above16}
          onRetry={() => void setUp()}
        />
      ) : (
        <AppSecret setup={setup} />
      )}
      {error && (
        <Alert severity="error" className={space.below16}>
          {failureText(error)}
        </Alert>
      )}
      {setup && <CodeField {...field('code')} label={t('setUp.code')} />}
    </FormDialog>
  );
}
