import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/TextField';
import styles from './SignUpPage.module.css';
import type { FieldName } from './signUpFields';

/** The error text of a field, or empty. */
export type ErrorOf = (name: FieldName) => string;

/** Name and contact data. */
export function PersonFields({ errorOf }: { errorOf: ErrorOf }) {
  const { t } = useTranslation('signUp');
  return (
    <>
      <div className={styles.fullWidth}>
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          error={errorOf('email')}
        />
      </div>
      <TextField
        label={t('firstName')}
        name="firstName"
        autoComplete="given-name"
        required
        maxLength={100}
        error={errorOf('firstName')}
      />
      <TextField
        label={t('lastName')}
        name="lastName"
        autoComplete="family-name"
        required
        maxLength={100}
        error={errorOf('lastName')}
      />
      <div className={styles.fullWidth}>
        <TextField
          label={t('phoneNumber')}
          name="phoneNumber"
          type="tel"
          autoComplete="tel"
          required
          maxLength={30}
          error={errorOf('phoneNumber')}
        />
      </div>
    </>
  );
}
