import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CountField } from '../../../ui/form/number/CountField';
import { DecimalField } from '../../../ui/form/number/DecimalField';
import { maxCount } from '../validation/validate';
import { useFieldError, useWizardField, useWizardValue } from './useWizardField';
import type { ListingValues } from '../values';
import styles from '../Wizard.module.css';

/** The total area is required for a room only. */
export function SizeStep() {
  const { t } = useTranslation('wizard');
  const isRoom = useWatch<ListingValues, 'propertyType'>({ name: 'propertyType' }) === 'ROOM';
  return (
    <>
      <div className={isRoom ? styles.half : undefined}>
        <DecimalField
          {...useWizardField('areaSqm')}
          label={t(isRoom ? 'roomArea' : 'area')}
          unit="m²"
          hint={t('areaHint')}
        />
      </div>
      {isRoom && <TotalArea />}
      <Count name="bedrooms" />
      <Count name="bathrooms" />
      <Count name="kitchens" />
    </>
  );
}

function TotalArea() {
  const { t } = useTranslation('wizard');
  return (
    <div className={styles.half}>
      <DecimalField
        {...useWizardField('totalAreaSqm')}
        label={t('totalArea')}
        unit="m²"
        hint={t('totalAreaHint')}
      />
    </div>
  );
}

function Count({ name }: { name: 'bedrooms' | 'bathrooms' | 'kitchens' }) {
  const { t } = useTranslation('wizard');
  return (
    <div className={styles.third}>
      <CountField {...useWizardValue(name)} label={t(name)} max={maxCount} error={useFieldError(name)} />
    </div>
  );
}
