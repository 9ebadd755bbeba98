import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../api/images';
import { usePageTitle } from '../../ui/brand';
import { WindowMark } from '../../ui/WindowMark';
import { LoginForm } from './LoginForm';
import styles from './LoginPage.module.css';

/** `picture` is the location of the operator's own, in place of the drawn window. */
export function LoginPage({ picture }: { picture: string | null }) {
  const { t } = useTranslation('session');
  usePageTitle(t('login.title'));
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <Typography variant="h2" component="h1">
          {t('login.heading')}
        </Typography>
        <Typography sx={{ mt: 1, mb: 3, color: 'text.secondary' }}>{t('login.text')}</Typography>
        <LoginForm />
      </div>
      <div className={styles.side} aria-hidden>
        {picture ? (
          <img className={styles.picture} src={imageUrl(picture, '1200x800')} alt="" />
        ) : (
          <>
            <WindowMark size={176} />
            <p className={styles.claim}>{t('login.claim')}</p>
          </>
        )}
      </div>
    </div>
  );
}
