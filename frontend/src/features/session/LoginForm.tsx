import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, serverError } from '../../api/failure';
import { useAuthenticateMutation } from '../../api/endpoints';
import { paths } from '../../app/paths';
import { useErrorText } from '../../i18n/useErrorText';
import { PasswordField } from '../../ui/form/PasswordField';
import { readTexts } from '../../ui/form/readTexts';
import { TextField } from '../../ui/form/TextField';
import { SessionLink } from './SessionLink';
import { useStartSession } from './useStartSession';

type Credentials = { email: string; password: string };

/** Starts a session; whoever draws the form sees the current user change, and leads on from there. */
export function LoginForm() {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const [missing, setMissing] = useState({ email: false, password: false });
  const { logIn, busy, failure } = useLogin();

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = readTexts(form, ['email', 'password']);
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
          {/* Something that cannot be a log-in at all is no different to the one who typed it. */}
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
      <SessionLink to={paths.forgotPassword.href()}>{t('login.forgot')}</SessionLink>
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
