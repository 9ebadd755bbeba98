import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { stepName } from './steps';
import styles from '../Wizard.module.css';

/**
 * On a new step, scrolls to the top and takes the focus, unless a field of the step has an error.
 */
export function StepHeading({ step }: { step: number }) {
  const { t } = useTranslation('wizard');
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    window.scrollTo(0, 0);
    const invalidField = heading.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (invalidField) invalidField.focus();
    else heading.current?.focus({ preventScroll: true });
  }, [step]);
  const name = stepName(step);
  return (
    <>
      <Typography ref={heading} variant="h3" component="h2" tabIndex={-1} className={styles.stepHeading}>
        {t(`step.${name}`)}
      </Typography>
      <p className={styles.intro}>{t(`intro.${name}`)}</p>
    </>
  );
}
