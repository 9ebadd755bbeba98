import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginResponse } from '../../api/generated';
import { paths } from '../../app/paths';
import { usePageTitle } from '../../ui/brand/brand';
import space from '../../ui/layout/space.module.css';
import { LoginForm } from './LoginForm';
import { AuthLayout } from './AuthLayout';
import { AuthLink } from './AuthLink';
import { SecondStep } from './second-step/SecondStep';
import { useSessionEnded } from './useSessionEnded';

/** `image`: its location from the settings; null: the logo is shown. */
export function LoginPage({ image }: { image: string | null }) {
  const { t } = useTranslation('session');
  usePageTitle(t('login.title'));
  const sessionEnded = useSessionEnded();
  const [email, setEmail] = useState('');
  const [login, setLogin] = useState<LoginResponse>();
  const [expired, setExpired] = useState(false);

  if (login) {
    const leave = (hasExpired: boolean) => {
      setExpired(hasExpired);
      setLogin(undefined);
    };
    return (
      <AuthLayout heading={t('secondStep.heading')} text={email} image={image}>
        <SecondStep login={login} onBack={() => leave(false)} onExpired={() => leave(true)} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      heading={t('login.heading')}
      text={t('login.text')}
      image={image}
      links={
        <>
          <Typography color="textSecondary">{t('login.noAccount')}</Typography>
          <AuthLink to={paths.signUpStudent.href()}>{t('login.signUpStudent')}</AuthLink>
          <AuthLink to={paths.signUpLandlord.href()}>{t('login.signUpLandlord')}</AuthLink>
        </>
      }
    >
      {expired && (
        <Alert severity="warning" className={space.below16}>
          {t('secondStep.expired')}
        </Alert>
      )}
      {sessionEnded && !expired && (
        <Alert severity="info" className={space.below16}>
          {t('login.sessionEnded')}
        </Alert>
      )}
      <LoginForm
        email={email}
        onSecondStep={(challenge, address) => {
          setEmail(address);
          setLogin(challenge);
        }}
      />
    </AuthLayout>
  );
}
