import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteProfileMutation } from '../../../api/endpoints';
import type { Role } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { PasswordField } from '../../../ui/form/PasswordField';
import { useFormFields } from '../../../ui/form/useFormFields';
import styles from './AccountPage.module.css';

type DeleteProfileDialogProps = { role: Role; onDeleted: () => void; onClose: () => void };

/**
 * Lists what is deleted, and asks for the password: an unlocked device alone cannot delete the
 * account.
 */
export function DeleteProfileDialog({ role, onDeleted, onClose }: DeleteProfileDialogProps) {
  const { t } = useTranslation('account');
  const { failureText } = useErrorText();
  const [remove, { error }] = useDeleteProfileMutation();
  const { form, field, busy } = useFormFields({
    defaultValues: { password: '' },
    untrimmed: ['password'],
    validate: ({ password }) => ({ password: password === '' ? 'delete.passwordRequired' : undefined }),
    errorText: (key: 'delete.passwordRequired') => t(key),
    send: async (values) => {
      const { error: refused } = await remove({ deleteProfileRequest: values });
      if (!refused) onDeleted();
    },
  });
  const element = useRef<HTMLFormElement>(null);
  const listLabelId = useId();

  return (
    <ConfirmDialog
      title={t('delete.title')}
      confirmLabel={t('delete.confirm')}
      destructive
      busy={busy}
      failure={error && failureText(error)}
      onConfirm={() => element.current?.requestSubmit()}
      onClose={onClose}
    >
      <p id={listLabelId}>{t('delete.what')}</p>
      <ul className={styles.list} aria-labelledby={listLabelId}>
        <li>{t('delete.person')}</li>
        {role === 'STUDENT' && <li>{t('delete.letters')}</li>}
        {role === 'LANDLORD' && <li>{t('delete.listings')}</li>}
        <li>{t('delete.sessions')}</li>
      </ul>
      <form {...form} ref={element}>
        <PasswordField
          {...field('password')}
          label={t('delete.password')}
          autoComplete="current-password"
          required
        />
      </form>
    </ConfirmDialog>
  );
}
