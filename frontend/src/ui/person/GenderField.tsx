import { useTranslation } from 'react-i18next';
import type { Gender } from '../../api/generated';
import { SelectField } from '../form/SelectField';
import { genders } from './genders';

type GenderFieldProps = { name: string; value: Gender; onChange: (value: Gender) => void; error: string };

export function GenderField(props: GenderFieldProps) {
  const { t } = useTranslation('person');
  return (
    <SelectField
      {...props}
      label={t('gender')}
      required
      autoComplete="sex"
      options={genders.map((value) => ({ value, label: t(`gender.${value}`) }))}
    />
  );
}
