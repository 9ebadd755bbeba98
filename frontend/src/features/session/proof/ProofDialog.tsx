import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrepareProofMutation } from '../../../api/endpoints';
import type { PasskeyRequestOptions } from '../../../api/generated';
import { hasPasskeySupport } from '../../../api/identity/passkeys';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { checkCode } from '../../../ui/form/code/checkCode';
import { CodeField } from '../../../ui/form/code/CodeField';
import { PasswordField } from '../../../ui/form/PasswordField';
import { useFormFields } from '../../../ui/form/useFormFields';
import space from '../../../ui/layout/space.module.css';
import styles from './ProofDialog.module.css';
import { useProof } from './useProof';

type ProofDialogProps = { onProved: () => void; onClose: () => void };

/**
 * Asks a logged-in user to show again who they are. The password is asked for at once; the other
 * ways are offered when they are known.
 */
export function ProofDialog({ onProved, onClose }: ProofDialogProps) {
  const { t } = useTranslation('session');
  const [byCode, setByCode] = useState(false);
  const [prepare, { data }] = usePrepareProofMutation();
  const { failure, clearFailure, sendProof, signProof, isSigning } = useProof(onProved);
  const { form, field, busy } = useFormFields({
    defaultValues: { password: '', code: '' },
    untrimmed: ['password'],
    validate: ({ password, code }) =>
      byCode
        ? { code: checkCode(code) }
        : { password: password === '' ? ('proof.passwordRequired' as const) : undefined },
    errorText: (error: 'proof.passwordRequired' | 'code.invalid') => t(error),
    send: ({ password, code }) => sendProof(byCode ? { code } : { password }),
  });
  useEffect(() => void prepare(), [prepare]);

  const sign = async (options: PasskeyRequestOptions) => {
    // A challenge is signed once: the next try needs a new one.
    if (!(await signProof(options))) void prepare();
  };

  const passkey = hasPasskeySupport() ? data?.payload.passkey : null;
  return (
    <FormDialog
      title={t('proof.title')}
      submitLabel={t('proof.submit')}
      busy={busy || isSigning}
      form={form}
      onClose={onClose}
    >
      <Typography className={space.below16}>{t('proof.text')}</Typography>
      {failure && (
        <Alert severity="error" className={space.below16}>
          {failure}
        </Alert>
      )}
      {byCode ? (
        <CodeField {...field('code')} label={t('code.label')} />
      ) : (
        <PasswordField
          {...field('password')}
          label={t('proof.password')}
          autoComplete="current-password"
          required
        />
      )}
      <div className={styles.ways}>
        {data?.payload.methods.includes('TOTP') && (
          <Button
            onClick={() => {
              clearFailure();
              setByCode(!byCode);
            }}
          >
            {t(byCode ? 'proof.usePassword' : 'proof.useCode')}
          </Button>
        )}
        {passkey && <Button onClick={() => void sign(passkey)}>{t('proof.usePasskey')}</Button>}
      </div>
    </FormDialog>
  );
}
