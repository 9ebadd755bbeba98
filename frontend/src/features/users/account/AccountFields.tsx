import { useTranslation } from 'react-i18next';
import type { Locale, UserResponse } from '../../../api/generated';
import { maxLengths } from '../../../ui/form/limits';
import { SelectField } from '../../../ui/form/SelectField';
import { TextArea } from '../../../ui/form/TextArea';
import { TextField } from '../../../ui/form/TextField';
import { AddressFields } from '../../../ui/person/AddressFields';
import { GenderField } from '../../../ui/person/GenderField';
import { NameFields } from '../../../ui/person/NameFields';
import { PhoneField } from '../../../ui/person/PhoneField';
import styles from './AccountPage.module.css';
import type { AccountFormFields } from './accountValues';

const locales = ['de-DE', 'en-US'] as const satisfies readonly Locale[];

type AccountFieldsProps = { user: UserResponse; fields: AccountFormFields };

/** Administrators have neither phone number nor date of birth here. */
export function AccountFields({ user, fields: { field, textField, choice } }: AccountFieldsProps) {
  const { t } = useTranslation(['account', 'person']);
  const reachable = user.role !== 'ADMIN';
  return (
    <div className={styles.fields}>
      <div className={styles.fullWidth}>
        <TextField label={t('person:email')} name="email" type="email" readOnly value={user.email} error="" />
      </div>
      <NameFields field={field} />
      {reachable && <PhoneField field={field} />}
      <GenderField {...choice('gender')} />
      {reachable && (
        <TextField
          label={t('person:dateOfBirth')}
          name="dateOfBirth"
          type="date"
          readOnly
          value={user.dateOfBirth ?? ''}
          error=""
        />
      )}
      <SelectField
        {...choice('locale')}
        label={t('locale')}
        options={locales.map((value) => ({ value, label: t(`locale.${value}`) }))}
      />
      {user.role === 'LANDLORD' && <AddressFields field={field} />}
      {user.role === 'STUDENT' && (
        <div className={styles.fullWidth}>
          <TextArea
            {...textField('aboutMe')}
            label={t('person:aboutMe')}
            required
            rows={10}
            limit={maxLengths.aboutMe}
          />
        </div>
      )}
    </div>
  );
}
