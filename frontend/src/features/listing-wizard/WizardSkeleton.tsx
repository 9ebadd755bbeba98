import { useTranslation } from 'react-i18next';
import { PageContainer } from '../../ui/layout/PageContainer';
import styles from './Wizard.module.css';
import skeleton from './WizardSkeleton.module.css';

const lines = [0, 1, 2];

export function WizardSkeleton() {
  const { t } = useTranslation('wizard');
  return (
    <PageContainer>
      <div role="img" aria-label={t('loading')}>
        <div className={skeleton.heading} />
        <div className={styles.columns}>
          <div className={skeleton.steps} />
          <div className={styles.sheet}>
            {lines.map((line) => (
              <div key={line} className={skeleton.line} />
            ))}
          </div>
        </div>
      </div>
    </PageContainer>
  );
}
