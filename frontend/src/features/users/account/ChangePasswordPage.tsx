import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import { PageContainer } from '../../../ui/layout/PageContainer';
import { PageHeading } from '../../../ui/layout/PageHeading';
import styles from './AccountPage.module.css';
import { ChangePasswordForm } from './ChangePasswordForm';

/** `email` names the account for password managers. */
export function ChangePasswordPage({ email }: { email: string }) {
  const { t } = useTranslation('account');
  usePageTitle(t('password.title'));
  return (
    <PageContainer width="narrow">
      <div className={styles.surface}>
        <PageHeading title={t('password.heading')} text={t('password.text')} />
        <ChangePasswordForm email={email} />
        <Link to={paths.account.href()} className={styles.back}>
          {t('password.back')}
        </Link>
      </div>
    </PageContainer>
  );
}
