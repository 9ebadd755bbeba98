import { useTranslation } from 'react-i18next';
import { useRegisterStudentMutation } from '../../../api/endpoints';
import { useLanguage } from '../../../i18n/useLanguage';
import { FileField } from '../../../ui/form/FileField';
import { maxLengths } from '../../../ui/form/limits';
import { TextArea } from '../../../ui/form/TextArea';
import { useFormFields } from '../../../ui/form/useFormFields';
import { BirthFields } from './BirthFields';
import { documentTypes } from './checkDocument';
import { ContactFields } from './ContactFields';
import { SignUpFooter } from './SignUpFooter';
import styles from './SignUpPage.module.css';
import { emptyStudent, validateSignUp } from './signUpValues';
import type { LegalLinks } from './TermsField';
import { documentError, useDocumentUpload } from './useDocumentUpload';
import { useFieldErrorText } from './useFieldErrorText';
import { useFinishSignUp } from './useFinishSignUp';
import { useSignUpDraft } from './useSignUpDraft';

export function StudentSignUpForm({ legal }: { legal: LegalLinks }) {
  const { t } = useTranslation(['signUp', 'person']);
  const { language } = useLanguage();
  const draft = useSignUpDraft('student', emptyStudent);
  const finish = useFinishSignUp();
  const documentUpload = useDocumentUpload();
  const [register, { error }] = useRegisterStudentMutation();
  const { form, field, textField, choice, busy, errorOf, clearError } = useFormFields({
    defaultValues: draft.defaultValues,
    onChange: draft.write,
    validate: (values) => ({
      ...validateSignUp(values),
      proofOfStudy: documentUpload.file || documentUpload.isChecking ? undefined : 'validation.required',
    }),
    errorText: useFieldErrorText(),
    send: async (values) => {
      const file = await documentUpload.checkedFile();
      // The field shows what the check found.
      if (!file) return { proofOfStudy: 'validation.required' };
      const user = { ...values, locale: language };
      const result = await register({ registerStudentForm: { user, file } });
      documentUpload.setServerError(result.error);
      return finish(result);
    },
  });
  return (
    <form {...form}>
      <fieldset>
        <legend className={styles.group}>{t('group.person')}</legend>
        <div className={styles.fields}>
          <ContactFields field={field} />
          <div className={styles.fullWidth}>
            <TextArea
              {...textField('aboutMe')}
              label={t('person:aboutMe')}
              required
              rows={6}
              placeholder={t('aboutMeHint')}
              limit={maxLengths.aboutMe}
            />
          </div>
          <BirthFields field={field} gender={choice('gender')} />
        </div>
      </fieldset>
      <fieldset>
        <legend className={styles.group}>{t('group.proof')}</legend>
        <FileField
          label={t('proofOfStudy')}
          name="proofOfStudy"
          text={t('proofHint')}
          hint={t('proofFormats')}
          accept={documentTypes}
          file={documentUpload.file}
          size={documentUpload.size}
          progress={documentUpload.progress}
          error={documentUpload.error || errorOf('proofOfStudy')}
          onChoose={(file) => {
            clearError('proofOfStudy');
            documentUpload.choose(file);
          }}
        />
      </fieldset>
      <SignUpFooter
        legal={legal}
        field={field}
        failure={documentError(error) ? undefined : error}
        busy={busy}
      />
    </form>
  );
}
