import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gender } from '../../../api/generated';
import { SelectField } from '../../../ui/form/SelectField';
import { TextField } from '../../../ui/form/TextField';
import type { ErrorOf } from './PersonFields';
import { formatLocalDate } from './signUpFields';

const genders = ['MALE', 'FEMALE', 'OTHER'] as const satisfies readonly Gender[];

export function BirthFields({ errorOf }: { errorOf: ErrorOf }) {
  const { t } = useTranslation('signUp');
  const [today] = useState(() => formatLocalDate(new Date()));
  const [gender, setGender] = useState<Gender>('MALE');
  return (
    <>
      <TextField
        label={t('dateOfBirth')}
        name="dateOfBirth"
        type="date"
        autoComplete="bday"
        required
        min="1900-01-01"
        max={today}
        error={errorOf('dateOfBirth')}
      />
      <SelectField
        label={t('gender')}
        name="gender"
        required
        autoComplete="sex"
        value={gender}
        options={genders.map((value) => ({ value, label: t(`gender.${value}`) }))}
        onChange={setGender}
        error={errorOf('gender')}
      />
    </>
  );
}
