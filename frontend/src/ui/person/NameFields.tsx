import { useTranslation } from 'react-i18next';
import { maxLengths } from '../form/limits';
import { TextField } from '../form/TextField';
import type { FieldOf } from '../form/useFormFields';

type NameFieldsProps = {
  field: FieldOf<'firstName' | 'lastName'>;
  /** The name is not the user's own: the browser must not suggest that. */
  ofAnother?: boolean;
};

export function NameFields({ field, ofAnother = false }: NameFieldsProps) {
  const { t } = useTranslation('person');
  return (
    <>
      <TextField
        {...field('firstName')}
        label={t('firstName')}
        autoComplete={ofAnother ? 'off' : 'given-name'}
        required
        maxLength={maxLengths.firstName}
      />
      <TextField
        {...field('lastName')}
        label={t('lastName')}
        autoComplete={ofAnother ? 'off' : 'family-name'}
        required
        maxLength={maxLengths.lastName}
      />
    </>
  );
}
