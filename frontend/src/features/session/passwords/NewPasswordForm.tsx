import Button from '@mui/material/Button';
import type { ReactNode, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../ui/form/PasswordField';
import { readFormFields } from '../../../ui/form/readFormFields';
import { TextField } from '../../../ui/form/TextField';
import { useFieldErrors } from '../../../ui/form/useFieldErrors';
import { validateNewPassword, type PasswordFieldName, type PasswordError } from './newPassword';

type NewPasswordFormProps = {
  /** From the link of the mail; if empty, the user types it. */
  email: string;
  submitLabel: string;
  busy: boolean;
  /** The server's error. */
  failure: ReactNode;
  onSubmit: (email: string, password: string) => void;
};

/** Sets a password by the link of a mail: the first one, or a new one. */
export function NewPasswordForm({ email, submitLabel, busy, failure, onSubmit }: NewPasswordFormProps) {
  const { t } = useTranslation('session');
  const { errors, setErrors, clearError } = useFieldErrors<PasswordFieldName, PasswordError>();
  const errorOf = (name: PasswordFieldName) => {
    const error = errors[name];
    return error ? t(error) : '';
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = readFormFields(form, ['email', 'password', 'repeatPassword']);
    if (setErrors(form, validateNewPassword(typed))) onSubmit(typed.email.trim(), typed.password);
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      onChange={(event) => clearError((event.target as Element).getAttribute('name') ?? '')}
    >
      {failure}
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        // Lets a password manager store the password for this account.
        autoComplete="username"
        required
        readOnly={email !== ''}
        defaultValue={email}
        error={errorOf('email')}
      />
      <PasswordField
        label={t('password.label')}
        name="password"
        autoComplete="new-password"
        required
        placeholder={t('password.hint')}
        error={errorOf('password')}
      />
      <PasswordField
        label={t('password.repeat')}
        name="repeatPassword"
        autoComplete="new-password"
        required
        error={errorOf('repeatPassword')}
      />
      <Button type="submit" variant="contained" size="large" fullWidth loading={busy} sx={{ mt: 1.5 }}>
        {submitLabel}
      </Button>
    </form>
  );
}
