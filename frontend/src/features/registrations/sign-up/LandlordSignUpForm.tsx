import { useTranslation } from 'react-i18next';
import { useRegisterLandlordMutation } from '../../../api/endpoints';
import { TextField } from '../../../ui/form/TextField';
import { BirthFields } from './BirthFields';
import { PersonFields } from './PersonFields';
import { SignUpFooter } from './SignUpFooter';
import styles from './SignUpPage.module.css';
import { landlordFields } from './signUpFields';
import type { LegalLinks } from './TermsField';
import { useSignUpForm } from './useSignUpForm';

export function LandlordSignUpForm({ legal }: { legal: LegalLinks }) {
  const { t } = useTranslation('signUp');
  const [register, { isLoading, error }] = useRegisterLandlordMutation();
  const { errorOf, form } = useSignUpForm({
    fields: landlordFields,
    send: (typed) => register({ registerLandlordRequest: typed }),
  });
  return (
    <form {...form}>
      <fieldset>
        <legend className={styles.group}>{t('group.person')}</legend>
        <div className={styles.fields}>
          <PersonFields errorOf={errorOf} />
          <BirthFields errorOf={errorOf} />
        </div>
      </fieldset>
      <fieldset>
        <legend className={styles.group}>{t('group.address')}</legend>
        <div className={styles.fields}>
          <TextField
            label={t('street')}
            name="street"
            autoComplete="address-line1"
            required
            maxLength={150}
            error={errorOf('street')}
          />
          <TextField
            label={t('houseNumber')}
            name="houseNumber"
            autoComplete="off"
            required
            maxLength={30}
            error={errorOf('houseNumber')}
          />
          <TextField
            label={t('postalCode')}
            name="postalCode"
            autoComplete="postal-code"
            inputMode="numeric"
            required
            maxLength={5}
            error={errorOf('postalCode')}
          />
          <TextField
            label={t('city')}
            name="city"
            autoComplete="address-level2"
            required
            maxLength={100}
            error={errorOf('city')}
          />
        </div>
      </fieldset>
      <SignUpFooter legal={legal} errorOf={errorOf} failure={error} busy={isLoading} />
    </form>
  );
}
