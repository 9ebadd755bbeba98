import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDay } from '../../../i18n/localDay';
import { TextField } from '../../../ui/form/TextField';
import type { FieldOf } from '../../../ui/form/useFormFields';
import { GenderField } from '../../../ui/person/GenderField';
import { minDateOfBirth } from './signUpValues';

type BirthFieldsProps = { field: FieldOf<'dateOfBirth'>; gender: ComponentProps<typeof GenderField> };

export function BirthFields({ field, gender }: BirthFieldsProps) {
  const { t } = useTranslation('person');
  const [today] = useState(() => localDay(new Date()));
  return (
    <>
      <TextField
        {...field('dateOfBirth')}
        label={t('dateOfBirth')}
        type="date"
        autoComplete="bday"
        required
        min={minDateOfBirth}
        max={today}
      />
      <GenderField {...gender} />
    </>
  );
}
