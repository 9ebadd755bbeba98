import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gender, UserResponse } from '../../../api/generated';
import { SelectField } from '../../../ui/form/SelectField';
import { TextField } from '../../../ui/form/TextField';
import type { AccountField } from './accountFields';
import styles from './AccountPage.module.css';

const genders = ['MALE', 'FEMALE', 'OTHER'] as const satisfies readonly Gender[];

export type AccountFieldsProps = { user: UserResponse; errorOf: (name: AccountField) => string };

/** The fields of all roles. Administrators have neither phone number nor date of birth here. */
export function AccountPersonFields({ user, errorOf }: AccountFieldsProps) {
  const { t } = useTranslation('account');
  const [gender, setGender] = useState(user.gender);
  const reachable = user.role !== 'ADMIN';
  return (
    <>
      <div className={styles.fullWidth}>
        <TextField label={t('email')} name="email" type="email" readOnly value={user.email} error="" />
      </div>
      <TextField
        label={t('firstName')}
        name="firstName"
        autoComplete="given-name"
        required
        maxLength={100}
        defaultValue={user.firstName}
        error={errorOf('firstName')}
      />
      <TextField
        label={t('lastName')}
        name="lastName"
        autoComplete="family-name"
        required
        maxLength={100}
        defaultValue={user.lastName}
        error={errorOf('lastName')}
      />
      {reachable && (
        <TextField
          label={t('phoneNumber')}
          name="phoneNumber"
          type="tel"
          autoComplete="tel"
          required
          maxLength={30}
          defaultValue={user.phoneNumber ?? ''}
          error={errorOf('phoneNumber')}
        />
      )}
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
      {reachable && (
        <TextField
          label={t('dateOfBirth')}
          name="dateOfBirth"
          type="date"
          readOnly
          value={user.dateOfBirth ?? ''}
          error=""
        />
      )}
    </>
  );
}
