import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { Icon, type IconName } from '../../../ui/Icon';
import styles from './ApplicationSteps.module.css';
import { type StepState, stepsOf } from './steps';

const icons: Partial<Record<StepState, IconName>> = { done: 'check', rejected: 'close' };

export function ApplicationSteps({ application }: { application: ApplicationResponse }) {
  const { t } = useTranslation('applications');
  const { date } = useFormats();
  return (
    <ol className={styles.steps} aria-label={t('steps.label')}>
      {stepsOf(application).map((step) => {
        const icon = icons[step.state];
        return (
          <li
            key={step.name}
            className={`${styles.step} ${styles[step.state]}`}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            <span className={styles.mark}>{icon && <Icon name={icon} size={14} />}</span>
            <span className={styles.name}>{t(`steps.${step.name}`)}</span>
            <span className={styles.when}>{step.date ? date(step.date) : t(`steps.${step.state}`)}</span>
            {step.date && <span className="visually-hidden">{t(`steps.${step.state}`)}</span>}
          </li>
        );
      })}
    </ol>
  );
}
