import Button from '@mui/material/Button';
import type { ReactNode, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/form/PasswordField';
import { readTexts } from '../../ui/form/readTexts';
import { TextField } from '../../ui/form/TextField';
import { useMistakes } from '../../ui/form/useMistakes';
import { mistakesOf, type PasswordFieldName, type PasswordMistake } from './newPassword';

type NewPasswordFormProps = {
  /** From the link of the mail. One without it lets its reader type the address. */
  email: string;
  submitLabel: string;
  busy: boolean;
  /** What the server said against it. */
  failure: ReactNode;
  onSubmit: (email: string, password: string) => void;
};

/** Sets a password by the link of a mail: the first one, or another one. */
export function NewPasswordForm({ email, submitLabel, busy, failure, onSubmit }: NewPasswordFormProps) {
  const { t } = useTranslation('session');
  const { mistakes, show, forgive } = useMistakes<PasswordFieldName, PasswordMistake>();
  const errorOf = (name: PasswordFieldName) => {
    const mistake = mistakes[name];
    return mistake ? t(mistake) : '';
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = readTexts(form, ['email', 'password', 'repeatPassword']);
    if (show(form, mistakesOf(typed))) onSubmit(typed.email.trim(), typed.password);
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      onChange={(event) => forgive((event.target as Element).getAttribute('name') ?? '')}
    >
      {failure}
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        // So that a password manager stores the password for this account.
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
