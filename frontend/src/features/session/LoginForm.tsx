import Alert from '@mui/material/Alert';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, serverError } from '../../api/failure';
import { useAuthenticateMutation } from '../../api/endpoints';
import type { LoginResponse } from '../../api/generated';
import { waitForLogout } from '../../api/logout';
import { paths } from '../../app/paths';
import { useErrorText } from '../../i18n/useErrorText';
import { BusyButton } from '../../ui/button/BusyButton';
import { focusFirst } from '../../ui/form/focusFirst';
import { PasswordField } from '../../ui/form/PasswordField';
import { TextField } from '../../ui/form/TextField';
import { useFormFields } from '../../ui/form/useFormFields';
import space from '../../ui/layout/space.module.css';
import { AuthLink } from './AuthLink';
import { useStartSession } from './useStartSession';

type LoginFormProps = {
  /** Filled in, as after a second step that failed. */
  email: string;
  /** Called with the address if the login needs a second step. */
  onSecondStep: (login: LoginResponse, email: string) => void;
};

/** Starts a session; the page redirects when the current user changes. */
export function LoginForm({ email, onSecondStep }: LoginFormProps) {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const [authenticate] = useAuthenticateMutation();
  const startSession = useStartSession();
  const [failure, setFailure] = useState<Failure>();
  const { form, field, busy } = useFormFields({
    defaultValues: { email, password: '' },
    untrimmed: ['password'],
    validate: ({ email, password }) => ({
      email: email === '' ? 'login.emailRequired' : undefined,
      password: password === '' ? 'login.passwordRequired' : undefined,
    }),
    errorText: (error: 'login.emailRequired' | 'login.passwordRequired') => t(error),
    send: async (credentials) => {
      setFailure(undefined);
      try {
        await waitForLogout();
        const { payload } = await authenticate({ authenticateRequest: credentials }).unwrap();
        if (payload.token === null) onSecondStep(payload, credentials.email);
        else await startSession(payload.token);
      } catch (reason) {
        setFailure(reason as Failure);
      }
    },
  });

  const element = useRef<HTMLFormElement>(null);
  // After a second step, whose field or button had the focus.
  useEffect(() => {
    if (email !== '') focusFirst(element.current, ['password']);
  }, [email]);

  return (
    <form {...form} ref={element}>
      {failure && (
        <Alert severity="error" className={space.below16}>
          {/* To the user, malformed credentials are wrong ones. */}
          {serverError(failure)?.message === 'exception.request.invalid'
            ? t('exception.auth.invalid-credentials', { ns: 'errors' })
            : failureText(failure)}
        </Alert>
      )}
      <TextField {...field('email')} label={t('login.email')} type="email" autoComplete="username" required />
      <PasswordField
        {...field('password')}
        label={t('login.password')}
        autoComplete="current-password"
        required
      />
      <AuthLink to={paths.forgotPassword.href()}>{t('login.forgot')}</AuthLink>
      <BusyButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={busy}
        className={space.above12}
      >
        {t('login.submit')}
      </BusyButton>
    </form>
  );
}
