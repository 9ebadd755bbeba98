import { useTranslation } from 'react-i18next';
import { useRegisterLandlordMutation } from '../../../api/endpoints';
import { useLanguage } from '../../../i18n/useLanguage';
import { useFormFields } from '../../../ui/form/useFormFields';
import { AddressFields } from '../../../ui/person/AddressFields';
import { BirthFields } from './BirthFields';
import { ContactFields } from './ContactFields';
import { SignUpFooter } from './SignUpFooter';
import styles from './SignUpPage.module.css';
import { emptyLandlord, validateSignUp } from './signUpValues';
import type { LegalLinks } from './TermsField';
import { useFieldErrorText } from './useFieldErrorText';
import { useFinishSignUp } from './useFinishSignUp';
import { useSignUpDraft } from './useSignUpDraft';

export function LandlordSignUpForm({ legal }: { legal: LegalLinks }) {
  const { t } = useTranslation('signUp');
  const { language } = useLanguage();
  const draft = useSignUpDraft('landlord', emptyLandlord);
  const finish = useFinishSignUp();
  const [register, { error }] = useRegisterLandlordMutation();
  const { form, field, choice, busy } = useFormFields({
    defaultValues: draft.defaultValues,
    onChange: draft.write,
    validate: validateSignUp,
    errorText: useFieldErrorText(),
    send: async (values) =>
      finish(await register({ registerLandlordRequest: { ...values, locale: language } })),
  });
  return (
    <form {...form}>
      <fieldset>
        <legend className={styles.group}>{t('group.person')}</legend>
        <div className={styles.fields}>
          <ContactFields field={field} />
          <BirthFields field={field} gender={choice('gender')} />
        </div>
      </fieldset>
      <fieldset>
        <legend className={styles.group}>{t('group.address')}</legend>
        <div className={styles.fields}>
          <AddressFields field={field} />
        </div>
      </fieldset>
      <SignUpFooter legal={legal} field={field} failure={error} busy={busy} />
    </form>
  );
}
