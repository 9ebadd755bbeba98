import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteProfileMutation } from '../../../api/endpoints';
import type { Role } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { PasswordField } from '../../../ui/form/PasswordField';
import { readFormFields } from '../../../ui/form/readFormFields';
import styles from './AccountPage.module.css';

type DeleteProfileDialogProps = { role: Role; onDeleted: () => void; onClose: () => void };

/**
 * Lists what is deleted, and asks for the password: an unlocked device alone cannot delete the
 * account.
 */
export function DeleteProfileDialog({ role, onDeleted, onClose }: DeleteProfileDialogProps) {
  const { t } = useTranslation('account');
  const { failureText } = useErrorText();
  const [remove, { isLoading, error }] = useDeleteProfileMutation();
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const listLabelId = useId();

  const confirm = async () => {
    if (!form.current) return;
    const { password } = readFormFields(form.current, ['password']);
    setMissing(password === '');
    if (password === '') {
      form.current.querySelector('input')?.focus();
      return;
    }
    const { error: refused } = await remove({ deleteProfileRequest: { password } });
    if (!refused) onDeleted();
  };

  return (
    <ConfirmDialog
      title={t('delete.title')}
      confirmLabel={t('delete.confirm')}
      destructive
      busy={isLoading}
      failure={error && failureText(error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p id={listLabelId}>{t('delete.what')}</p>
      <ul className={styles.list} aria-labelledby={listLabelId}>
        <li>{t('delete.person')}</li>
        {role === 'STUDENT' && <li>{t('delete.letters')}</li>}
        {role === 'LANDLORD' && <li>{t('delete.listings')}</li>}
        <li>{t('delete.sessions')}</li>
      </ul>
      <form
        ref={form}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <PasswordField
          label={t('delete.password')}
          name="password"
          autoComplete="current-password"
          required
          error={missing ? t('delete.passwordRequired') : ''}
          onChange={() => setMissing(false)}
        />
      </form>
    </ConfirmDialog>
  );
}
