import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import { DecimalField } from '../../../ui/form/number/DecimalField';
import { AdditionalCostRows } from './AdditionalCostRows';
import { AvailabilityFields } from './AvailabilityFields';
import { useWizardField } from './useWizardField';
import { type ListingValues, computeTotalRent } from '../values';
import styles from '../Wizard.module.css';

export function PricingStep() {
  return (
    <>
      <div className={styles.third}>
        <Amount name="baseRent" />
      </div>
      <div className={styles.third}>
        <Amount name="ancillaryCost" />
      </div>
      <div className={styles.third}>
        <Amount name="securityDeposit" />
      </div>
      <AdditionalCostRows />
      <TotalRent />
      <AvailabilityFields />
    </>
  );
}

function Amount({ name }: { name: 'baseRent' | 'ancillaryCost' | 'securityDeposit' }) {
  const { t } = useTranslation('wizard');
  return <DecimalField {...useWizardField(name)} label={t(name)} unit="€" hint={t(`${name}Hint`)} />;
}

/** The total of the typed amounts. */
function TotalRent() {
  const { t } = useTranslation('wizard');
  const { money } = useFormats();
  const [baseRent, ancillaryCost, additionalCosts] = useWatch<
    ListingValues,
    ['baseRent', 'ancillaryCost', 'additionalCosts']
  >({ name: ['baseRent', 'ancillaryCost', 'additionalCosts'] });
  return (
    <p className={styles.total} role="status">
      <span>{t('totalRent')}</span>
      <span className={styles.amount}>
        {money(computeTotalRent({ baseRent, ancillaryCost, additionalCosts }))}
      </span>
    </p>
  );
}
