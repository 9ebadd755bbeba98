import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegisterStudentMutation } from '../../../api/endpoints';
import { FileField } from '../../../ui/form/FileField';
import { TextArea } from '../../../ui/form/TextArea';
import { BirthFields } from './BirthFields';
import { documentTypes } from './checkDocument';
import { PersonFields } from './PersonFields';
import { SignUpFooter } from './SignUpFooter';
import styles from './SignUpPage.module.css';
import { maxAboutMeLength, studentFields } from './signUpFields';
import type { LegalLinks } from './TermsField';
import { documentError, useDocumentUpload } from './useDocumentUpload';
import { useSignUpForm } from './useSignUpForm';

export function StudentSignUpForm({ legal }: { legal: LegalLinks }) {
  const { t } = useTranslation('signUp');
  const [aboutMe, setAboutMe] = useState('');
  const documentUpload = useDocumentUpload();
  const [register, { isLoading, error }] = useRegisterStudentMutation();
  const { errorOf, clearError, form } = useSignUpForm({
    fields: studentFields,
    extraErrors: () => (documentUpload.file ? {} : { proofOfStudy: 'validation.required' }),
    send: async (user) => {
      if (!documentUpload.file) return {};
      const result = await register({ registerStudentForm: { user, file: documentUpload.file } });
      documentUpload.setServerError(result.error);
      return result;
    },
  });
  return (
    <form {...form}>
      <fieldset>
        <legend className={styles.group}>{t('group.person')}</legend>
        <div className={styles.fields}>
          <PersonFields errorOf={errorOf} />
          <div className={styles.fullWidth}>
            <TextArea
              label={t('aboutMe')}
              name="aboutMe"
              required
              rows={6}
              placeholder={t('aboutMeHint')}
              limit={maxAboutMeLength}
              value={aboutMe}
              error={errorOf('aboutMe')}
              onChange={(event) => setAboutMe(event.target.value)}
            />
          </div>
          <BirthFields errorOf={errorOf} />
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
            void documentUpload.choose(file);
          }}
        />
      </fieldset>
      <SignUpFooter
        legal={legal}
        errorOf={errorOf}
        failure={documentError(error) ? undefined : error}
        busy={isLoading}
      />
    </form>
  );
}
