import { useTranslation } from 'react-i18next';
import { maxLengths } from '../form/limits';
import { TextField } from '../form/TextField';
import type { FieldOf } from '../form/useFormFields';

type AddressFieldsProps = { field: FieldOf<'street' | 'houseNumber' | 'postalCode' | 'city'> };

export function AddressFields({ field }: AddressFieldsProps) {
  const { t } = useTranslation('person');
  return (
    <>
      <TextField
        {...field('street')}
        label={t('street')}
        autoComplete="address-line1"
        required
        maxLength={maxLengths.street}
      />
      <TextField
        {...field('houseNumber')}
        label={t('houseNumber')}
        autoComplete="off"
        required
        maxLength={maxLengths.houseNumber}
      />
      <TextField
        {...field('postalCode')}
        label={t('postalCode')}
        autoComplete="postal-code"
        inputMode="numeric"
        required
      />
      <TextField
        {...field('city')}
        label={t('city')}
        autoComplete="address-level2"
        required
        maxLength={maxLengths.city}
      />
    </>
  );
}
