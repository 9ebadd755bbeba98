import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserResponse } from '../../../api/generated';
import { usePageTitle } from '../../../ui/brand/brand';
import { PageContainer } from '../../../ui/layout/PageContainer';
import { PageHeading } from '../../../ui/layout/PageHeading';
import { AccountForm } from './AccountForm';
import styles from './AccountPage.module.css';
import { MyData } from './MyData';
import { PasswordSection } from './PasswordSection';

type AccountPageProps = {
  user: UserResponse;
  /** Called after the server has deleted the account. */
  onDeleted: () => void;
  /** The user's second factor. */
  secondFactor: ReactNode;
  /** The user's sessions. */
  sessions: ReactNode;
};

export function AccountPage({ user, onDeleted, secondFactor, sessions }: AccountPageProps) {
  // The texts of the form load together with those of the page.
  const { t } = useTranslation(['account', 'person']);
  usePageTitle(t('title'));
  return (
    <PageContainer>
      <PageHeading title={t('heading')} text={t(user.role === 'ADMIN' ? 'textAdmin' : 'text')} />
      <div className={styles.columns}>
        <section className={styles.surface} aria-label={t('title')}>
          <AccountForm key={user.externalId} user={user} />
        </section>
        <div className={styles.rest}>
          <PasswordSection />
          <div className={styles.secondFactor}>{secondFactor}</div>
          {sessions}
          <MyData role={user.role} onDeleted={onDeleted} />
        </div>
      </div>
    </PageContainer>
  );
}
