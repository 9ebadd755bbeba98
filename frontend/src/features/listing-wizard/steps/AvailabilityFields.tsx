import Button from '@mui/material/Button';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDay } from '../../../i18n/localDay';
import { CountField } from '../../../ui/form/number/CountField';
import { TextField } from '../../../ui/form/TextField';
import { Icon } from '../../../ui/Icon';
import { incompleteDay, maxMonths } from '../validation/availability';
import { useFieldError, useWizardValue } from './useWizardField';
import styles from '../Wizard.module.css';

/** When the place is available. All of it is optional. */
export function AvailabilityFields() {
  const { t } = useTranslation('wizard');
  return (
    <fieldset className={styles.availability}>
      <legend className={styles.subheading}>{t('availability')}</legend>
      <p className={styles.text}>{t('availabilityHint')}</p>
      <div className={styles.dates}>
        <div>
          <Day name="availableFrom" />
          <FromNowOn />
        </div>
        <Day name="availableUntil" />
        <CountField
          {...useWizardValue('minimumMonths')}
          label={t('minimumMonths')}
          max={maxMonths}
          error={useFieldError('minimumMonths')}
        />
      </div>
    </fieldset>
  );
}

function Day({ name }: { name: 'availableFrom' | 'availableUntil' }) {
  const { t } = useTranslation('wizard');
  const { value, onChange } = useWizardValue(name);
  const input = useRef<HTMLInputElement>(null);
  // Removes what was typed of an incomplete day, which React does not see.
  useEffect(() => {
    if (value === '' && input.current?.validity.badInput) input.current.value = '';
  }, [value]);

  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const day = currentTarget.validity.badInput ? incompleteDay : currentTarget.value;
    if (day !== value) onChange(day);
  };
  const [today] = useState(() => localDay(new Date()));
  const isPast = name === 'availableUntil' && value !== '' && value < today;
  return (
    <TextField
      ref={input}
      name={name}
      value={value === incompleteDay ? '' : value}
      error={useFieldError(name)}
      onChange={read}
      // Browsers report no change from an empty day to an incomplete one.
      onKeyUp={read}
      onBlur={read}
      type="date"
      label={t(name)}
      hint={t(isPast ? 'pastHint' : `${name}Hint`)}
      min="2000-01-01"
      max="2099-12-31"
      autoComplete="off"
    />
  );
}

/** Pressed while no first day is entered; a click removes it. */
function FromNowOn() {
  const { t } = useTranslation('wizard');
  const { value, onChange } = useWizardValue('availableFrom');
  return (
    <Button
      variant="outlined"
      size="small"
      aria-pressed={value === ''}
      startIcon={value === '' && <Icon name="check" size={18} />}
      onClick={() => onChange('')}
    >
      {t('fromNowOn')}
    </Button>
  );
}
