import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginResponse, SecondFactorMethod } from '../../../api/generated';
import { hasPasskeySupport } from '../../../api/identity/passkeys';
import { BusyButton } from '../../../ui/button/BusyButton';
import { checkCode } from '../../../ui/form/code/checkCode';
import { CodeField } from '../../../ui/form/code/CodeField';
import { TextField } from '../../../ui/form/TextField';
import { useFormFields } from '../../../ui/form/useFormFields';
import space from '../../../ui/layout/space.module.css';
import styles from './SecondStep.module.css';
import { useSecondStep } from './useSecondStep';

type SecondStepProps = {
  /** The response to the password. */
  login: LoginResponse;
  onBack: () => void;
  /** The challenge has expired, was used, or has no tries left. */
  onExpired: () => void;
};

/** The second step of a login, by one of the methods that the user has. */
export function SecondStep({ login, onBack, onExpired }: SecondStepProps) {
  const { t } = useTranslation('session');
  const methods = login.methods.filter((method) => method !== 'PASSKEY' || hasPasskeySupport());
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? 'RECOVERY');
  const { failure, clearFailure, finish, sign, isSigning } = useSecondStep(login, onExpired);
  const { form, field, busy } = useFormFields({
    defaultValues: { code: '', recoveryCode: '' },
    validate: ({ code, recoveryCode }) => ({
      code: method === 'TOTP' ? checkCode(code) : undefined,
      recoveryCode:
        method === 'RECOVERY' && recoveryCode === '' ? ('secondStep.recoveryRequired' as const) : undefined,
    }),
    errorText: (error: 'code.invalid' | 'secondStep.recoveryRequired') => t(error),
    send: ({ code, recoveryCode }) => finish(method === 'TOTP' ? { code } : { recoveryCode }),
  });
  const element = useRef<HTMLFormElement>(null);
  // What had the focus is gone: the button of the step before, or of the method.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Each method has another field or button.
  useEffect(() => element.current?.querySelector<HTMLElement>('input, [type=submit]')?.focus(), [method]);

  return (
    <form
      {...form}
      ref={element}
      onSubmit={(event) => {
        if (method !== 'PASSKEY') {
          form.onSubmit(event);
          return;
        }
        event.preventDefault();
        if (!isSigning) void sign();
      }}
    >
      {failure && (
        <Alert severity="error" className={space.below16}>
          {failure}
        </Alert>
      )}
      <Typography className={space.below16}>{t(`secondStep.text.${method}`)}</Typography>
      {method === 'TOTP' && <CodeField {...field('code')} label={t('code.label')} />}
      {method === 'RECOVERY' && (
        <TextField
          {...field('recoveryCode')}
          label={t('secondStep.recoveryCode')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      )}
      <BusyButton type="submit" variant="contained" size="large" fullWidth loading={busy || isSigning}>
        {t(method === 'PASSKEY' ? 'secondStep.usePasskey' : 'secondStep.submit')}
      </BusyButton>
      <div className={styles.ways}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              disabled={busy || isSigning}
              onClick={() => {
                clearFailure();
                setMethod(other);
              }}
            >
              {t(`secondStep.method.${other}`)}
            </Button>
          ))}
        <Button color="inherit" disabled={busy || isSigning} onClick={onBack}>
          {t('secondStep.back')}
        </Button>
      </div>
    </form>
  );
}
