import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useSubmitApplicationMutation } from '../../../api/endpoints';
import { serverError } from '../../../api/failure';
import type { FieldRule, ListingResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useErrorText } from '../../../i18n/useErrorText';
import { BusyButton } from '../../../ui/button/BusyButton';
import { checkText } from '../../../ui/form/checkText';
import { cleanText } from '../../../ui/form/cleanText';
import { maxLengths } from '../../../ui/form/limits';
import { countCharacters, TextArea } from '../../../ui/form/TextArea';
import { useFormFields } from '../../../ui/form/useFormFields';
import space from '../../../ui/layout/space.module.css';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';
import { useShowToast } from '../../../ui/toast/toasts';
import { useIsMounted } from '../../../ui/useIsMounted';
import styles from './ApplyPage.module.css';
import { LetterStarts } from './LetterStarts';
import { useLetterDraft } from './useLetterDraft';
import type { LetterStartTexts } from './useLetterStarts';
import { useReplacedLetter } from './useReplacedLetter';

// Lazy, because it is rarely needed.
const KeepLetterDialog = lazyPart(
  () => import('./KeepLetterDialog').then((module) => module.KeepLetterDialog),
  overlay,
);

type ApplyFormProps = { listing: ListingResponse; studentId: string; starts: LetterStartTexts };

export function ApplyForm({ listing, studentId, starts }: ApplyFormProps) {
  const { t } = useTranslation('applications');
  const { failureText, ruleText } = useErrorText();
  const navigate = useNavigate();
  const showToast = useShowToast();
  const isMounted = useIsMounted();
  const draft = useLetterDraft(studentId, listing.externalId);
  const [submitApplication, { error, reset }] = useSubmitApplicationMutation();
  const [isKeeping, setIsKeeping] = useState(false);
  const { form, textField, choice, clearError, busy } = useFormFields({
    // The API calls the letter applicationLetter; the name of the form's field is the
    // specification's.
    defaultValues: { tenantDescription: draft.letter },
    untrimmed: ['tenantDescription'],
    validate: ({ tenantDescription: letter }) => ({
      tenantDescription: checkText(letter, maxLengths.applicationLetter),
    }),
    errorText: (rule: FieldRule) =>
      rule === 'validation.too-long'
        ? t('apply.tooLong', { limit: maxLengths.applicationLetter })
        : ruleText(rule),
    send: async ({ tenantDescription: letter }) => {
      const { error: refused } = await submitApplication({
        id: listing.externalId,
        submitApplicationRequest: { applicationLetter: cleanText(letter) },
      });
      if (!refused) draft.clear();
      if (!isMounted()) {
        if (refused) showToast(failureText(refused), 'error');
        else showToast(t('success.heading'), 'success');
        return undefined;
      }
      if (refused) return { tenantDescription: serverError(refused)?.fields?.['applicationLetter'] };
      void navigate(paths.applicationSuccess.href(), { replace: true });
      return undefined;
    },
    onChange: ({ tenantDescription: letter }) => {
      draft.write(letter);
      reset();
    },
  });
  const written = textField('tenantDescription').value;
  // A letter that is too long cannot be kept either.
  const canKeep = written.trim() !== '' && countCharacters(written) <= maxLengths.applicationLetter;
  const replaced = useReplacedLetter(written, (text) => {
    choice('tenantDescription').onChange(text);
    clearError('tenantDescription');
    draft.write(text);
    reset();
  });

  return (
    <>
      <form {...form}>
        <Typography className={styles.text}>{t('apply.confirmation')}</Typography>
        <LetterStarts texts={starts} onStart={replaced.start} onUndo={replaced.undo} />
        <TextArea
          {...textField('tenantDescription')}
          label={t('apply.letter')}
          required
          rows={12}
          placeholder={t('apply.letterHint')}
          limit={maxLengths.applicationLetter}
        />
        {error && !serverError(error)?.fields?.['applicationLetter'] && (
          <Alert severity="error" className={space.above16}>
            {failureText(error)}
          </Alert>
        )}
        {canKeep && (
          <Button size="small" className={styles.keep} onClick={() => setIsKeeping(true)}>
            {t('keep.open')}
          </Button>
        )}
        <div className={styles.actions}>
          <Button
            color="inherit"
            component={Link}
            to={paths.listing.href(listing.externalId)}
            disabled={busy}
          >
            {t('apply.cancel')}
          </Button>
          <BusyButton type="submit" variant="contained" loading={busy}>
            {t('apply.confirm')}
          </BusyButton>
        </div>
      </form>
      {/* Not within the form: its events would reach the form. */}
      {isKeeping && <KeepLetterDialog text={written.trim()} onClose={() => setIsKeeping(false)} />}
    </>
  );
}
