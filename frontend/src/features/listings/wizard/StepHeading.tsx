import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOfStep } from './steps';
import styles from './Wizard.module.css';

/** Takes the focus and the top of the window whenever another step begins, unless something on it is to be mended. */
export function StepHeading({ step }: { step: number }) {
  const { t } = useTranslation('wizard');
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    const wrong = heading.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) wrong.focus();
    else heading.current?.focus({ preventScroll: true });
  }, [step]);
  const name = nameOfStep(step);
  return (
    <>
      <Typography
        ref={heading}
        variant="h3"
        component="h2"
        tabIndex={-1}
        sx={{ fontSize: '1.375rem', '&:focus': { outline: 0 } }}
      >
        {t(`step.${name}`)}
      </Typography>
      <p className={styles.intro}>{t(`intro.${name}`)}</p>
    </>
  );
}
