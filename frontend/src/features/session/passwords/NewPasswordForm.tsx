import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../ui/button/BusyButton';
import { PasswordField } from '../../../ui/form/PasswordField';
import { TextField } from '../../../ui/form/TextField';
import { useFormFields } from '../../../ui/form/useFormFields';
import space from '../../../ui/layout/space.module.css';
import { type PasswordError, validateNewPassword } from './newPassword';

type NewPasswordFormProps = {
  /** From the link of the mail; if empty, the user types it. */
  email: string;
  submitLabel: string;
  /** The server's error. */
  failure: ReactNode;
  onSubmit: (email: string, password: string) => Promise<void>;
};

/** Sets a password by the link of a mail: the first one, or a new one. */
export function NewPasswordForm({ email, submitLabel, failure, onSubmit }: NewPasswordFormProps) {
  const { t } = useTranslation('session');
  const { form, field, busy } = useFormFields({
    defaultValues: { email, password: '', repeatPassword: '' },
    untrimmed: ['password', 'repeatPassword'],
    validate: validateNewPassword,
    errorText: (error: PasswordError) => t(error),
    send: (typed) => onSubmit(typed.email, typed.password),
  });

  return (
    <form {...form}>
      {failure}
      <TextField
        {...field('email')}
        label={t('login.email')}
        type="email"
        // Lets a password manager store the password for this account.
        autoComplete="username"
        required
        readOnly={email !== ''}
      />
      <PasswordField
        {...field('password')}
        label={t('password.label')}
        autoComplete="new-password"
        required
        placeholder={t('password.hint')}
      />
      <PasswordField
        {...field('repeatPassword')}
        label={t('password.repeat')}
        autoComplete="new-password"
        required
      />
      <BusyButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={busy}
        className={space.above12}
      >
        {submitLabel}
      </BusyButton>
    </form>
  );
}
