import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon';
import { lastStep, stepName, stepNames } from './steps/steps';
import styles from './WizardSteps.module.css';

type WizardStepsProps = {
  step: number;
  /** The last available step. */
  furthest: number;
  disabled: boolean;
  onGo: (step: number) => void;
};

/**
 * The current step and links to all available ones. On a phone the links are collapsed under a
 * progress bar.
 */
export function WizardSteps({ step, furthest, disabled, onGo }: WizardStepsProps) {
  const { t } = useTranslation('wizard');
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <nav className={styles.steps} aria-label={t('steps')}>
      <button
        ref={toggle}
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('progress', { step, total: lastStep, name: t(`step.${stepName(step)}`) })}
        <Icon name="down" size={18} />
      </button>
      <div className={styles.bar} aria-hidden>
        <div className={styles.share} style={{ width: `${(step / lastStep) * 100}%` }} />
      </div>
      <ol id={id} className={styles.list} data-opened={isOpen ? '' : undefined}>
        {stepNames.map((name, index) => {
          const number = index + 1;
          const isDone = number < step;
          return (
            <li key={name}>
              <button
                type="button"
                className={styles.step}
                data-done={isDone ? '' : undefined}
                aria-current={number === step ? 'step' : undefined}
                disabled={disabled || (number > furthest && number > step)}
                onClick={() => {
                  setIsOpen(false);
                  // The closed list hides the pressed button.
                  toggle.current?.focus();
                  if (number !== step) onGo(number);
                }}
              >
                <span className={styles.number} aria-hidden>
                  {isDone ? <Icon name="check" size={16} /> : number}
                </span>
                {t(`step.${name}`)}
                {isDone && <span className="visually-hidden">{t('done')}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
