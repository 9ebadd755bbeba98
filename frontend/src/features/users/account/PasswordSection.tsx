import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import styles from './AccountPage.module.css';

export function PasswordSection() {
  const { t } = useTranslation('account');
  return (
    <div className={styles.surface}>
      <section className={styles.section}>
        <Typography variant="h3" component="h2">
          {t('security.heading')}
        </Typography>
        <p>{t('security.text')}</p>
        <Button variant="outlined" color="inherit" component={Link} to={paths.changePassword.href()}>
          {t('security.change')}
        </Button>
      </section>
    </div>
  );
}
