import { useTranslation } from 'react-i18next';
import type { UnitType } from '../../../api/generated';
import { ChoiceTiles } from '../../../ui/form/choice/ChoiceTiles';
import { TextField } from '../../../ui/form/TextField';
import { UnitTypeIcon } from './UnitTypeIcon';
import { useWizardField, useWizardValue } from './useWizardField';

const propertyTypes = ['APARTMENT', 'ROOM', 'HOUSE', 'OTHER'] as const satisfies readonly UnitType[];

export function TypeStep() {
  const { t } = useTranslation(['wizard', 'listings']);
  return (
    <>
      <TextField
        {...useWizardField('title')}
        label={t('title')}
        hint={t('titleHint')}
        autoComplete="off"
        enterKeyHint="next"
      />
      <ChoiceTiles
        {...useWizardValue('propertyType')}
        label={t('unitType')}
        options={propertyTypes.map((value) => ({
          value,
          label: t(`listings:unitType.${value}`),
          image: <UnitTypeIcon type={value} />,
        }))}
      />
    </>
  );
}
