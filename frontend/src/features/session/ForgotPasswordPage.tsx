import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { serverError } from '../../api/failure';
import { useForgotPasswordMutation } from '../../api/endpoints';
import { paths } from '../../app/paths';
import { useErrorText } from '../../i18n/useErrorText';
import { usePageTitle } from '../../ui/brand';
import { readTexts } from '../../ui/form/readTexts';
import { TextField } from '../../ui/form/TextField';
import { useMistakes } from '../../ui/form/useMistakes';
import { SessionFrame } from './SessionFrame';
import { SessionLink } from './SessionLink';

/** Asks for a link. What follows is the same for every address, known to us or not. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('session');
  usePageTitle(t('forgot.title'));
  return (
    <SessionFrame
      heading={t('forgot.heading')}
      text={t('forgot.text')}
      links={<SessionLink to={paths.login.href()}>{t('forgot.back')}</SessionLink>}
    >
      <ForgotPasswordForm />
    </SessionFrame>
  );
}

function ForgotPasswordForm() {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const navigate = useNavigate();
  const [send, { isLoading, error }] = useForgotPasswordMutation();
  const { mistakes, show, forgive } = useMistakes<'email', 'login.emailRequired' | 'forgot.emailInvalid'>();

  const submit = async (form: HTMLFormElement) => {
    const email = readTexts(form, ['email']).email.trim();
    if (!show(form, email === '' ? { email: 'login.emailRequired' } : {})) return;
    const { error: refused } = await send({ forgotPasswordRequest: { email } });
    if (!refused) void navigate(paths.forgotPasswordSuccess.href(), { replace: true });
    else if (serverError(refused)?.fields?.['email']) show(form, { email: 'forgot.emailInvalid' });
  };

  return (
    <form
      noValidate
      onChange={() => forgive('email')}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {error && !serverError(error)?.fields && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {failureText(error)}
        </Alert>
      )}
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        error={mistakes.email ? t(mistakes.email) : ''}
      />
      <Button type="submit" variant="contained" size="large" fullWidth loading={isLoading} sx={{ mt: 1.5 }}>
        {t('forgot.submit')}
      </Button>
    </form>
  );
}
