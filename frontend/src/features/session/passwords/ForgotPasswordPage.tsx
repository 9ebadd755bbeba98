import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { serverError } from '../../../api/failure';
import { useForgotPasswordMutation } from '../../../api/endpoints';
import { paths } from '../../../app/paths';
import { useErrorText } from '../../../i18n/useErrorText';
import { usePageTitle } from '../../../ui/brand/brand';
import { readFormFields } from '../../../ui/form/readFormFields';
import { TextField } from '../../../ui/form/TextField';
import { useFieldErrors } from '../../../ui/form/useFieldErrors';
import { AuthLayout } from '../AuthLayout';
import { AuthLink } from '../AuthLink';

/** Requests a link. The result is the same for known and unknown addresses. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('session');
  usePageTitle(t('forgot.title'));
  return (
    <AuthLayout
      heading={t('forgot.heading')}
      text={t('forgot.text')}
      links={<AuthLink to={paths.login.href()}>{t('forgot.back')}</AuthLink>}
    >
      <ForgotPasswordForm />
    </AuthLayout>
  );
}

function ForgotPasswordForm() {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const navigate = useNavigate();
  const [send, { isLoading, error }] = useForgotPasswordMutation();
  const { errors, setErrors, clearError } = useFieldErrors<
    'email',
    'login.emailRequired' | 'forgot.emailInvalid'
  >();

  const submit = async (form: HTMLFormElement) => {
    const email = readFormFields(form, ['email']).email.trim();
    if (!setErrors(form, email === '' ? { email: 'login.emailRequired' } : {})) return;
    const { error: refused } = await send({ forgotPasswordRequest: { email } });
    if (!refused) void navigate(paths.forgotPasswordSuccess.href(), { replace: true });
    else if (serverError(refused)?.fields?.['email']) setErrors(form, { email: 'forgot.emailInvalid' });
  };

  return (
    <form
      noValidate
      onChange={() => clearError('email')}
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
        error={errors.email ? t(errors.email) : ''}
      />
      <Button type="submit" variant="contained" size="large" fullWidth loading={isLoading} sx={{ mt: 1.5 }}>
        {t('forgot.submit')}
      </Button>
    </form>
  );
}
