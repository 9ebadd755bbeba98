import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Overview.module.css';
import { type StepName, stepNames } from '../steps/steps';

type OverviewGroupProps = { step: StepName; children: ReactNode; onGo: (step: number) => void };

/** The values of one step, with a link to edit them. */
export function OverviewGroup({ step, children, onGo }: OverviewGroupProps) {
  const { t } = useTranslation('wizard');
  const name = t(`step.${step}`);
  return (
    <section className={styles.group} aria-label={name}>
      <div className={styles.header}>
        <h3 className={styles.name}>{name}</h3>
        <button
          type="button"
          className={styles.change}
          aria-label={t('overview.changeNamed', { name })}
          onClick={() => onGo(stepNames.indexOf(step) + 1)}
        >
          {t('overview.change')}
        </button>
      </div>
      {children}
    </section>
  );
}
