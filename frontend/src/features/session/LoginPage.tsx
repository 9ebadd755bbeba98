import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths';
import { usePageTitle } from '../../ui/brand/brand';
import space from '../../ui/layout/space.module.css';
import { LoginForm } from './LoginForm';
import { AuthLayout } from './AuthLayout';
import { AuthLink } from './AuthLink';
import { useSessionEnded } from './useSessionEnded';

/** `image`: its location from the settings; null: the logo is shown. */
export function LoginPage({ image }: { image: string | null }) {
  const { t } = useTranslation('session');
  usePageTitle(t('login.title'));
  const sessionEnded = useSessionEnded();
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
      {sessionEnded && (
        <Alert severity="info" className={space.below16}>
          {t('login.sessionEnded')}
        </Alert>
      )}
      <LoginForm />
    </AuthLayout>
  );
}
