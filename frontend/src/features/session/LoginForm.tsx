import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, serverError } from '../../api/failure';
import { useAuthenticateMutation } from '../../api/endpoints';
import { paths } from '../../app/paths';
import { useErrorText } from '../../i18n/useErrorText';
import { PasswordField } from '../../ui/form/PasswordField';
import { readFormFields } from '../../ui/form/readFormFields';
import { TextField } from '../../ui/form/TextField';
import { AuthLink } from './AuthLink';
import { useStartSession } from './useStartSession';

type Credentials = { email: string; password: string };

/** Starts a session; the page redirects when the current user changes. */
export function LoginForm() {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const [missing, setMissing] = useState({ email: false, password: false });
  const { logIn, busy, failure } = useLogin();

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = readFormFields(form, ['email', 'password']);
    const credentials = { email: typed.email.trim(), password: typed.password };
    const now = { email: credentials.email === '', password: credentials.password === '' };
    setMissing(now);
    const first = now.email ? 'email' : now.password ? 'password' : undefined;
    if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else void logIn(credentials);
  };

  return (
    <form noValidate onSubmit={submit}>
      {failure && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {/* To the user, malformed credentials are wrong ones. */}
          {serverError(failure)?.message === 'exception.request.invalid'
            ? t('exception.auth.invalid-credentials', { ns: 'errors' })
            : failureText(failure)}
        </Alert>
      )}
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        error={missing.email ? t('login.emailRequired') : ''}
        onChange={() => setMissing({ ...missing, email: false })}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        required
        error={missing.password ? t('login.passwordRequired') : ''}
        onChange={() => setMissing({ ...missing, password: false })}
      />
      <AuthLink to={paths.forgotPassword.href()}>{t('login.forgot')}</AuthLink>
      <Button type="submit" variant="contained" size="large" fullWidth loading={busy} sx={{ mt: 1.5 }}>
        {t('login.submit')}
      </Button>
    </form>
  );
}

function useLogin() {
  const [authenticate] = useAuthenticateMutation();
  const startSession = useStartSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const logIn = async (credentials: Credentials) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { payload } = await authenticate({ authenticateRequest: credentials }).unwrap();
      await startSession(payload.token);
    } catch (reason) {
      setFailure(reason as Failure);
    } finally {
      setBusy(false);
    }
  };
  return { logIn, busy, failure };
}
