import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import styles from './AccountPage.module.css';
import { ChangePasswordForm } from './ChangePasswordForm';

/** `email` names the account for password managers. */
export function ChangePasswordPage({ email }: { email: string }) {
  const { t } = useTranslation('account');
  usePageTitle(t('password.title'));
  return (
    <Container maxWidth="sm" sx={{ py: { xs: 3, md: 5 } }}>
      <div className={styles.surface}>
        <Typography variant="h2" component="h1">
          {t('password.heading')}
        </Typography>
        <Typography sx={{ mt: 1, mb: 3, color: 'text.secondary' }}>{t('password.text')}</Typography>
        <ChangePasswordForm email={email} />
        <Link to={paths.account.href()} className={styles.back}>
          {t('password.back')}
        </Link>
      </div>
    </Container>
  );
}
