import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type Failure, serverError } from '../../../api/failure';
import { useCheckActivationQuery, useFinishRegistrationMutation } from '../../../api/endpoints';
import { paths } from '../../../app/paths';
import { useErrorText } from '../../../i18n/useErrorText';
import { usePageTitle } from '../../../ui/brand/brand';
import space from '../../../ui/layout/space.module.css';
import { Notice } from '../../../ui/notice/Notice';
import { AccountActive } from './AccountActive';
import { ExpiredActivation } from './ExpiredActivation';
import { InvalidLink } from './InvalidLink';
import { NewPasswordForm } from './NewPasswordForm';
import { AuthLayout } from '../AuthLayout';
import { useEndSession } from '../useEndSession';
import { useLinkParams } from './useLinkParams';

type ActivationLink = { token: string; email: string };

export function FinishRegistrationPage() {
  const { token, email } = useLinkParams();
  return token === '' ? <InvalidLink /> : <Activation token={token} email={email} />;
}

function Activation({ token, email }: ActivationLink) {
  const { t } = useTranslation('session');
  usePageTitle(t('finish.title'));
  // Without an address nothing can be checked yet: the form asks for it.
  if (email === '') return <FinishRegistration token={token} email={email} />;
  return <CheckedActivation key={token} token={token} email={email} />;
}

/** Checks the link before the user chooses a password. */
function CheckedActivation({ token, email }: ActivationLink) {
  const { t } = useTranslation(['session', 'shell']);
  const { failureText } = useErrorText();
  const { data, error, refetch } = useCheckActivationQuery(
    { activationRequest: { email, registrationToken: token } },
    // A link that worked a minute ago may have been used since.
    { refetchOnMountOrArgChange: true },
  );
  if (data?.payload.activationPossible) return <FinishRegistration token={token} email={email} />;
  if (data?.payload.accountActive) return <AccountActive />;
  // A malformed address or token is an invalid link.
  if (data || isRefusal(error)) return <ExpiredActivation token={token} email={email} />;
  if (error) {
    return (
      <Notice
        alert
        page
        title={t('session:finish.failed')}
        text={failureText(error)}
        actions={
          <Button variant="contained" onClick={() => void refetch()}>
            {t('shell:retry')}
          </Button>
        }
      />
    );
  }
  return <Checking />;
}

function Checking() {
  const { t } = useTranslation(['session', 'shell']);
  return (
    <AuthLayout heading={t('session:finish.heading')} text={t('session:finish.text')}>
      <output>{t('shell:loading')}</output>
    </AuthLayout>
  );
}

/** The server rejected the link with the password: it has expired, or was used in another tab. */
function RefusedActivation({ token, email }: ActivationLink) {
  const [refusedAt] = useState(Date.now);
  const {
    data,
    isFetching,
    startedTimeStamp = 0,
  } = useCheckActivationQuery(
    { activationRequest: { email, registrationToken: token } },
    { refetchOnMountOrArgChange: true },
  );
  // At first there is only the response of the check before the input.
  if (isFetching || startedTimeStamp < refusedAt) return <Checking />;
  return data?.payload.accountActive ? <AccountActive /> : <ExpiredActivation token={token} email={email} />;
}

function FinishRegistration({ token, email }: ActivationLink) {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const navigate = useNavigate();
  const endSession = useEndSession();
  const [finish, { error, originalArgs }] = useFinishRegistrationMutation();

  const submit = async (address: string, password: string) => {
    const { error: refused } = await finish({
      finishRegistrationRequest: { email: address, password, registrationToken: token },
    });
    if (refused) return;
    await endSession();
    void navigate(paths.registrationFinished.href(), { replace: true });
  };

  if (isExpired(error)) {
    const address = originalArgs?.finishRegistrationRequest.email ?? email;
    return <RefusedActivation token={token} email={address} />;
  }
  return (
    <AuthLayout heading={t('finish.heading')} text={t('finish.text')}>
      <NewPasswordForm
        email={email}
        submitLabel={t('finish.submit')}
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

const isRefusal = (failure: Failure) => serverError(failure)?.message === 'exception.request.invalid';

const isExpired = (failure: Failure) =>
  serverError(failure)?.message === 'exception.finish-registration.registration-expired';
