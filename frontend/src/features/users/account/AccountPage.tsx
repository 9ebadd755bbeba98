import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { UserResponse } from '../../../api/generated';
import { usePageTitle } from '../../../ui/brand/brand';
import { AccountForm } from './AccountForm';
import styles from './AccountPage.module.css';
import { MyData } from './MyData';
import { PasswordSection } from './PasswordSection';

type AccountPageProps = {
  user: UserResponse;
  /** Called after the server has deleted the account. */
  onDeleted: () => void;
};

export function AccountPage({ user, onDeleted }: AccountPageProps) {
  // The texts of the form load together with those of the page.
  const { t } = useTranslation(['account', 'person']);
  usePageTitle(t('title'));
  return (
    <Container maxWidth="lg" sx={{ py: { xs: 3, md: 5 } }}>
      <Typography variant="h2" component="h1">
        {t('heading')}
      </Typography>
      <Typography sx={{ mt: 1, mb: 3, maxWidth: '66ch', color: 'text.secondary' }}>
        {t(user.role === 'ADMIN' ? 'textAdmin' : 'text')}
      </Typography>
      <div className={styles.columns}>
        <section className={styles.surface} aria-label={t('title')}>
          <AccountForm key={user.externalId} user={user} />
        </section>
        <div className={styles.rest}>
          <PasswordSection />
          <MyData role={user.role} onDeleted={onDeleted} />
        </div>
      </div>
    </Container>
  );
}
