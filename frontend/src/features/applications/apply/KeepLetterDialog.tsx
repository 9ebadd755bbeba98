import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useChangeLetterMutation,
  useCreateLetterMutation,
  useDeleteLetterMutation,
  useListLettersQuery,
} from '../../../api/endpoints';
import { type Failure, serverError } from '../../../api/failure';
import type { FieldRule, KeepLetterRequest, LetterResponse } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { checkText } from '../../../ui/form/checkText';
import { cleanText } from '../../../ui/form/cleanText';
import { maxLengths } from '../../../ui/form/limits';
import { TextField } from '../../../ui/form/TextField';
import { useFormFields } from '../../../ui/form/useFormFields';
import { useFocusAfterDeletion } from '../../../ui/list/useFocusAfterDeletion';
import { useShowToast } from '../../../ui/toast/toasts';
import styles from './KeepLetterDialog.module.css';

type KeepLetterDialogProps = { text: string; onClose: () => void };

/** Keeps the letter under a name: a new one, or that of a kept letter, which it replaces. */
export function KeepLetterDialog({ text, onClose }: KeepLetterDialogProps) {
  const { t } = useTranslation('applications');
  const { failureText, ruleText } = useErrorText();
  const showToast = useShowToast();
  const letters = useListLettersQuery().data?.payload ?? [];
  const { keep, error, resetErrors } = useKeepLetter(letters);
  const { form, textField, choice, clearError, busy } = useFormFields({
    defaultValues: { name: '' },
    validate: ({ name }) => ({ name: checkText(name, maxLengths.letterName) }),
    errorText: (rule: FieldRule) => ruleText(rule),
    send: async ({ name }) => {
      const refused = await keep({ name, text: cleanText(text) });
      if (refused) return { name: serverError(refused)?.fields?.['name'] };
      onClose();
      showToast(t('keep.done', { name }), 'success');
      return undefined;
    },
    onChange: resetErrors,
  });
  const chooseName = (name: string) => {
    choice('name').onChange(name);
    clearError('name');
    resetErrors();
  };
  const name = textField('name');
  const same = findLetter(letters, cleanText(name.value).trim());
  const introduction = useRef<HTMLParagraphElement>(null);
  const focusAfterDeletion = useFocusAfterDeletion(letters, introduction);

  return (
    <FormDialog
      title={t('keep.title')}
      submitLabel={t('keep.submit')}
      busy={busy}
      form={form}
      onClose={onClose}
    >
      <p ref={introduction} tabIndex={-1} className={styles.text}>
        {t('keep.text')}
      </p>
      <TextField {...name} label={t('keep.name')} required maxLength={maxLengths.letterName} />
      <p role="status" className={styles.replaced}>
        {same && t('keep.replaces', { name: same.name })}
      </p>
      {letters.length > 0 && (
        <KeptLetters letters={letters} onChoose={chooseName} onDeleted={focusAfterDeletion} />
      )}
      {error && <Alert severity="error">{failureText(error)}</Alert>}
    </FormDialog>
  );
}

const findLetter = (letters: readonly LetterResponse[], wanted: string) =>
  letters.find(({ name }) => name === wanted);

/** Keeps a letter, in the place of the one with the same name. */
function useKeepLetter(letters: readonly LetterResponse[]) {
  const [createLetter, creation] = useCreateLetterMutation();
  const [changeLetter, change] = useChangeLetterMutation();
  // Both: the error of one would hide a later one of the other.
  const resetErrors = () => {
    creation.reset();
    change.reset();
  };
  return {
    error: creation.error ?? change.error,
    resetErrors,
    /** Returns why it failed. */
    keep: async (keepLetterRequest: KeepLetterRequest): Promise<Failure> => {
      resetErrors();
      const same = findLetter(letters, keepLetterRequest.name);
      const { error } = same
        ? await changeLetter({ id: same.externalId, keepLetterRequest })
        : await createLetter({ keepLetterRequest });
      return error;
    },
  };
}

type KeptLettersProps = {
  letters: readonly LetterResponse[];
  onChoose: (name: string) => void;
  onDeleted: (id: string) => void;
};

function KeptLetters({ letters, onChoose, onDeleted }: KeptLettersProps) {
  const { t } = useTranslation('applications');
  const [deleting, setDeleting] = useState<LetterResponse>();
  return (
    <section className={styles.kept}>
      <h3 className={styles.heading}>{t('keep.kept')}</h3>
      <ul className={styles.list}>
        {letters.map((letter) => (
          <li key={letter.externalId} className={styles.row}>
            <span className={styles.name}>{letter.name}</span>
            <div className={styles.actions}>
              <Button
                size="small"
                aria-label={t('keep.replaceNamed', { name: letter.name })}
                onClick={() => onChoose(letter.name)}
              >
                {t('keep.replace')}
              </Button>
              <Button
                size="small"
                color="error"
                aria-haspopup="dialog"
                aria-label={t('keep.deleteNamed', { name: letter.name })}
                onClick={() => setDeleting(letter)}
              >
                {t('keep.delete')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {deleting && (
        <DeleteLetterDialog
          letter={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => onDeleted(deleting.externalId)}
        />
      )}
    </section>
  );
}

type DeleteLetterDialogProps = { letter: LetterResponse; onClose: () => void; onDeleted: () => void };

function DeleteLetterDialog({ letter, onClose, onDeleted }: DeleteLetterDialogProps) {
  const { t } = useTranslation('applications');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [deleteLetter, { isLoading, error }] = useDeleteLetterMutation();
  const { externalId, name } = letter;
  const confirm = async () => {
    const { error: refused } = await deleteLetter({ id: externalId });
    if (refused) return;
    onClose();
    onDeleted();
    showToast(t('keep.deleted', { name }), 'success');
  };
  return (
    <ConfirmDialog
      title={t('keep.deleteTitle')}
      confirmLabel={t('keep.delete')}
      destructive
      busy={isLoading}
      failure={error && failureText(error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('keep.deleteText', { name })}
    </ConfirmDialog>
  );
}
