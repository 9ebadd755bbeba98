import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DecimalField } from '../../../ui/form/number/DecimalField';
import { TextField } from '../../../ui/form/TextField';
import { MoreIcon } from '../../../ui/MoreIcon';
import { maxAdditionalCosts } from '../validation/validate';
import { useWizardField } from './useWizardField';
import type { ListingValues } from '../values';
import styles from '../Wizard.module.css';

/** Monthly costs beside the rent. */
export function AdditionalCostRows() {
  const { t } = useTranslation('wizard');
  const { fields, append, remove } = useFieldArray<ListingValues, 'additionalCosts'>({
    name: 'additionalCosts',
  });
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <fieldset>
      <legend className={styles.legend}>{t('additionalCosts')}</legend>
      <p className={styles.text}>{t('additionalCostsHint')}</p>
      <ul className={styles.costs}>
        {fields.map(({ id }, row) => (
          <li key={id} className={styles.cost}>
            <CostFields row={row} />
            <div className={styles.remove}>
              <IconButton
                aria-label={t('removeCost', { position: row + 1 })}
                onClick={() => {
                  remove(row);
                  addButton.current?.focus();
                }}
              >
                <MoreIcon name="trash" />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
      <Button
        ref={addButton}
        variant="outlined"
        disabled={fields.length >= maxAdditionalCosts}
        onClick={() =>
          append({ description: '', cost: '' }, { focusName: `additionalCosts.${fields.length}.description` })
        }
      >
        {t('addCost')}
      </Button>
    </fieldset>
  );
}

function CostFields({ row }: { row: number }) {
  const { t } = useTranslation('wizard');
  return (
    <>
      <TextField
        {...useWizardField(`additionalCosts.${row}.description`)}
        label={t('costDescription')}
        placeholder={t('costExample')}
        autoComplete="off"
      />
      <DecimalField {...useWizardField(`additionalCosts.${row}.cost`)} label={t('cost')} unit="€" />
    </>
  );
}
