import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import {
  useChangeLetterMutation,
  useCreateLetterMutation,
  useDeleteLetterMutation,
  useListLettersQuery,
} from '../../../api/endpoints';
import { serverError } from '../../../api/failure';
import type { FieldRule, LetterResponse } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { checkText } from '../../../ui/form/checkText';
import { maxLengths } from '../../../ui/form/limits';
import { TextField } from '../../../ui/form/TextField';
import { useFormFields } from '../../../ui/form/useFormFields';
import { useShowToast } from '../../../ui/toast/toasts';
import styles from './KeepLetterDialog.module.css';

type KeepLetterDialogProps = { text: string; onClose: () => void };

/** Keeps the letter under a name: a new one, or that of a kept letter, which it replaces. */
export function KeepLetterDialog({ text, onClose }: KeepLetterDialogProps) {
  const { t } = useTranslation('applications');
  const { failureText, ruleText } = useErrorText();
  const showToast = useShowToast();
  const letters = useListLettersQuery().data?.payload ?? [];
  const [createLetter, creation] = useCreateLetterMutation();
  const [changeLetter, change] = useChangeLetterMutation();
  const error = creation.error ?? change.error;
  const { form, field, choice, clearError, busy } = useFormFields({
    defaultValues: { name: '' },
    validate: ({ name }) => ({ name: checkText(name, maxLengths.letterName) }),
    errorText: (rule: FieldRule) => ruleText(rule),
    send: async ({ name }) => {
      const same = letters.find((letter) => letter.name === name);
      const keepLetterRequest = { name, text };
      const { error: refused } = same
        ? await changeLetter({ id: same.externalId, keepLetterRequest })
        : await createLetter({ keepLetterRequest });
      if (refused) return { name: serverError(refused)?.fields?.['name'] };
      onClose();
      showToast(t('keep.done', { name }), 'success');
      return undefined;
    },
  });
  const chooseName = (name: string) => {
    choice('name').onChange(name);
    clearError('name');
  };

  return (
    <FormDialog
      title={t('keep.title')}
      submitLabel={t('keep.submit')}
      busy={busy}
      form={form}
      onClose={onClose}
    >
      <p className={styles.text}>{t('keep.text')}</p>
      <TextField {...field('name')} label={t('keep.name')} required maxLength={maxLengths.letterName} />
      {letters.length > 0 && <KeptLetters letters={letters} onChoose={chooseName} />}
      {error && <Alert severity="error">{failureText(error)}</Alert>}
    </FormDialog>
  );
}

type KeptLettersProps = { letters: readonly LetterResponse[]; onChoose: (name: string) => void };

function KeptLetters({ letters, onChoose }: KeptLettersProps) {
  const { t } = useTranslation('applications');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [deleteLetter, { isLoading }] = useDeleteLetterMutation();
  const remove = async ({ externalId, name }: LetterResponse) => {
    const { error } = await deleteLetter({ id: externalId });
    if (error) showToast(failureText(error), 'error');
    else showToast(t('keep.deleted', { name }), 'success');
  };
  return (
    <section className={styles.kept}>
      <h3 className={styles.heading}>{t('keep.kept')}</h3>
      <ul>
        {letters.map((letter) => (
          <li key={letter.externalId} className={styles.row}>
            <span className={styles.name}>{letter.name}</span>
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
              disabled={isLoading}
              aria-label={t('keep.deleteNamed', { name: letter.name })}
              onClick={() => void remove(letter)}
            >
              {t('keep.delete')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
