import { useTranslation } from 'react-i18next';
import { maxLengths } from '../form/limits';
import { TextField } from '../form/TextField';
import type { FieldOf } from '../form/useFormFields';

export function PhoneField({ field }: { field: FieldOf<'phoneNumber'> }) {
  const { t } = useTranslation('person');
  return (
    <TextField
      {...field('phoneNumber')}
      label={t('phoneNumber')}
      type="tel"
      autoComplete="tel"
      required
      maxLength={maxLengths.phoneNumber}
    />
  );
}
