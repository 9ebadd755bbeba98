import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegisterStudentMutation } from '../../api/endpoints';
import { FileField } from '../../ui/form/FileField';
import { TextArea } from '../../ui/form/TextArea';
import { BirthFields } from './BirthFields';
import { documentTypes } from './checkDocument';
import { PersonFields } from './PersonFields';
import { SignUpEnd } from './SignUpEnd';
import styles from './SignUpPage.module.css';
import { longestAboutMe, studentFields } from './signUpFields';
import type { LegalPages } from './TermsField';
import { documentMistake, useProof } from './useProof';
import { useSignUpForm } from './useSignUpForm';

export function StudentSignUpForm({ legal }: { legal: LegalPages }) {
  const { t } = useTranslation('signUp');
  const [aboutMe, setAboutMe] = useState('');
  const proof = useProof();
  const [register, { isLoading, error }] = useRegisterStudentMutation();
  const { errorOf, forgive, form } = useSignUpForm({
    fields: studentFields,
    alsoWrong: () => (proof.file ? {} : { proofOfStudy: 'validation.required' }),
    send: async (user) => {
      if (!proof.file) return {};
      const answer = await register({ registerStudentForm: { user, file: proof.file } });
      proof.refuse(answer.error);
      return answer;
    },
  });
  return (
    <form {...form}>
      <fieldset>
        <legend className={styles.group}>{t('group.person')}</legend>
        <div className={styles.fields}>
          <PersonFields errorOf={errorOf} />
          <div className={styles.whole}>
            <TextArea
              label={t('aboutMe')}
              name="aboutMe"
              required
              rows={6}
              placeholder={t('aboutMeHint')}
              limit={longestAboutMe}
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
          file={proof.file}
          size={proof.size}
          share={proof.share}
          error={proof.error || errorOf('proofOfStudy')}
          onChoose={(file) => {
            forgive('proofOfStudy');
            void proof.choose(file);
          }}
        />
      </fieldset>
      <SignUpEnd
        legal={legal}
        errorOf={errorOf}
        failure={documentMistake(error) ? undefined : error}
        busy={isLoading}
      />
    </form>
  );
}
