import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths';
import { usePageTitle } from '../../ui/brand';
import { LoginForm } from './LoginForm';
import styles from './LoginPage.module.css';
import { SessionFrame } from './SessionFrame';
import { SessionLink } from './SessionLink';
import { useSessionEnd } from './useSessionEnd';

/** `picture` is the location of the operator's own, in place of the drawn window. */
export function LoginPage({ picture }: { picture: string | null }) {
  const { t } = useTranslation('session');
  usePageTitle(t('login.title'));
  const sessionEnded = useSessionEnd();
  return (
    <SessionFrame
      heading={t('login.heading')}
      text={t('login.text')}
      picture={picture}
      links={
        <>
          <Typography sx={{ color: 'text.secondary' }}>{t('login.noAccount')}</Typography>
          <SessionLink to={paths.signUpStudent.href()}>{t('login.signUpStudent')}</SessionLink>
          <SessionLink to={paths.signUpLandlord.href()}>{t('login.signUpLandlord')}</SessionLink>
        </>
      }
    >
      {sessionEnded && (
        <Alert severity="info" className={styles.ended ?? ''}>
          {t('login.sessionEnded')}
        </Alert>
      )}
      <LoginForm />
    </SessionFrame>
  );
}
