import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { serverError } from '../../../api/failure';
import { useForgotPasswordMutation } from '../../../api/endpoints';
import { paths } from '../../../app/paths';
import { useErrorText } from '../../../i18n/useErrorText';
import { BusyButton } from '../../../ui/button/BusyButton';
import { usePageTitle } from '../../../ui/brand/brand';
import { TextField } from '../../../ui/form/TextField';
import { useFormFields } from '../../../ui/form/useFormFields';
import space from '../../../ui/layout/space.module.css';
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
  const [sendLink, { error }] = useForgotPasswordMutation();
  const { form, field, busy } = useFormFields({
    defaultValues: { email: '' },
    validate: ({ email }) => ({ email: email === '' ? 'login.emailRequired' : undefined }),
    errorText: (key: 'login.emailRequired' | 'forgot.emailInvalid') => t(key),
    send: async (values) => {
      const { error: refused } = await sendLink({ forgotPasswordRequest: values });
      if (!refused) void navigate(paths.forgotPasswordSuccess.href(), { replace: true });
      return { email: serverError(refused)?.fields?.['email'] && 'forgot.emailInvalid' };
    },
  });

  return (
    <form {...form}>
      {error && !serverError(error)?.fields && (
        <Alert severity="error" className={space.below16}>
          {failureText(error)}
        </Alert>
      )}
      <TextField {...field('email')} label={t('login.email')} type="email" autoComplete="username" required />
      <BusyButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={busy}
        className={space.above12}
      >
        {t('forgot.submit')}
      </BusyButton>
    </form>
  );
}
