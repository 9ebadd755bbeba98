import { useTranslation } from 'react-i18next';
import { maxLengths } from '../../../ui/form/limits';
import { TextField } from '../../../ui/form/TextField';
import type { FieldOf } from '../../../ui/form/useFormFields';
import { NameFields } from '../../../ui/person/NameFields';
import { PhoneField } from '../../../ui/person/PhoneField';
import styles from './SignUpPage.module.css';

type ContactFieldsProps = { field: FieldOf<'email' | 'firstName' | 'lastName' | 'phoneNumber'> };

/** Name and contact data. */
export function ContactFields({ field }: ContactFieldsProps) {
  const { t } = useTranslation('person');
  return (
    <>
      <div className={styles.fullWidth}>
        <TextField
          {...field('email')}
          label={t('email')}
          type="email"
          autoComplete="email"
          required
          maxLength={maxLengths.email}
        />
      </div>
      <NameFields field={field} />
      <div className={styles.fullWidth}>
        <PhoneField field={field} />
      </div>
    </>
  );
}
