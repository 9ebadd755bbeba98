import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/SelectField';
import { TextField } from '../../../ui/form/TextField';
import { regions } from './regions';
import { useTownFill } from './useTownFill';
import { useFieldError, useWizardField, useWizardValue } from './useWizardField';
import styles from '../Wizard.module.css';

const options = regions.map((region) => ({ value: region, label: region }));

/** Without autocomplete, because the address is rarely that of the landlord. */
export function LocationStep() {
  const { t } = useTranslation('wizard');
  const townsId = useId();
  const { towns, fillFrom } = useTownFill();
  const postalCode = useWizardField('postalCode');
  return (
    <>
      <div className={styles.street}>
        <TextField {...useWizardField('street')} label={t('street')} autoComplete="off" />
        <TextField {...useWizardField('houseNumber')} label={t('houseNumber')} autoComplete="off" />
      </div>
      <div className={styles.town}>
        <TextField
          {...postalCode}
          onChange={(event) => {
            fillFrom(event.target.value);
            void postalCode.onChange(event);
          }}
          label={t('postalCode')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...useWizardField('city')}
          label={t('city')}
          autoComplete="off"
          list={towns.length > 0 ? townsId : undefined}
        />
        {towns.length > 0 && (
          <datalist id={townsId}>
            {towns.map(({ city }) => (
              <option key={city}>{city}</option>
            ))}
          </datalist>
        )}
      </div>
      <div className={styles.half}>
        <TextField
          {...useWizardField('district')}
          required={false}
          label={t('district')}
          hint={t('districtHint')}
          autoComplete="off"
        />
      </div>
      <div className={styles.half}>
        <SelectField
          {...useWizardValue('region')}
          label={t('region')}
          required
          options={options}
          error={useFieldError('region')}
        />
      </div>
    </>
  );
}
