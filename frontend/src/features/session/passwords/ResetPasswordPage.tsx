import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { serverError } from '../../../api/failure';
import { useResetPasswordMutation } from '../../../api/endpoints';
import { paths } from '../../../app/paths';
import { useErrorText } from '../../../i18n/useErrorText';
import { usePageTitle } from '../../../ui/brand/brand';
import space from '../../../ui/layout/space.module.css';
import { useShowToast } from '../../../ui/toast/toasts';
import { InvalidLink } from './InvalidLink';
import { NewPasswordForm } from './NewPasswordForm';
import { AuthLayout } from '../AuthLayout';
import { AuthLink } from '../AuthLink';
import { useEndSession } from '../useEndSession';
import { useLinkParams } from './useLinkParams';

export function ResetPasswordPage() {
  const { token, email } = useLinkParams();
  return token === '' ? <InvalidLink /> : <ResetPassword key={token} token={token} email={email} />;
}

function ResetPassword({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const navigate = useNavigate();
  const endSession = useEndSession();
  const [reset, { error }] = useResetPasswordMutation();
  usePageTitle(t('reset.title'));

  const submit = async (address: string, password: string) => {
    const { error: refused } = await reset({ resetPasswordRequest: { email: address, token, password } });
    if (refused) return;
    await endSession();
    showToast(t('reset.done'), 'success');
    void navigate(paths.login.href(), { replace: true });
  };

  const isInvalidLink = serverError(error)?.message === 'exception.reset-password.token-invalid';
  return (
    <AuthLayout
      heading={t('reset.heading')}
      text={t('reset.text')}
      links={isInvalidLink && <AuthLink to={paths.forgotPassword.href()}>{t('reset.newLink')}</AuthLink>}
    >
      <NewPasswordForm
        email={email}
        submitLabel={t('reset.submit')}
        failure={
          error && (
            <Alert severity="error" className={space.below16}>
              {failureText(error)}
            </Alert>
          )
        }
        onSubmit={submit}
      />
    </AuthLayout>
  );
}
