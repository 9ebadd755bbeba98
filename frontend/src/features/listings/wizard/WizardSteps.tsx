import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import { lastStep, nameOfStep, stepNames } from './steps';
import styles from './WizardSteps.module.css';

type WizardStepsProps = {
  step: number;
  /** How far one may go without filling in more. */
  furthest: number;
  disabled: boolean;
  onGo: (step: number) => void;
};

/** Where one is, and all steps to go to those that are open. On a phone they are behind one line and a bar. */
export function WizardSteps({ step, furthest, disabled, onGo }: WizardStepsProps) {
  const { t } = useTranslation('wizard');
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <nav className={styles.steps} aria-label={t('steps')}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {t('progress', { step, total: lastStep, name: t(`step.${nameOfStep(step)}`) })}
        <Icon name="down" size={18} />
      </button>
      <div className={styles.bar} aria-hidden>
        <div className={styles.share} style={{ width: `${(step / lastStep) * 100}%` }} />
      </div>
      <ol id={id} className={styles.list} data-opened={opened ? '' : undefined}>
        {stepNames.map((name, index) => {
          const number = index + 1;
          const done = number < step;
          return (
            <li key={name}>
              <button
                type="button"
                className={styles.step}
                data-done={done ? '' : undefined}
                aria-current={number === step ? 'step' : undefined}
                disabled={disabled || (number > furthest && number > step)}
                onClick={() => {
                  setOpened(false);
                  if (number !== step) onGo(number);
                }}
              >
                <span className={styles.number} aria-hidden>
                  {done ? <Icon name="check" size={16} /> : number}
                </span>
                {t(`step.${name}`)}
                {done && <span className="visually-hidden">{t('done')}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
