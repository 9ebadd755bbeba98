import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangePasswordMutation } from '../../api/endpoints';
import { useErrorText } from '../../i18n/useErrorText';
import { PasswordField } from '../../ui/form/PasswordField';
import { readTexts } from '../../ui/form/readTexts';
import { useMistakes } from '../../ui/form/useMistakes';
import { type ChangeField, type ChangeMistake, mistakesOf } from './changedPassword';

export function ChangePasswordForm({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const { failureText, ruleText } = useErrorText();
  const [change, { isLoading, isSuccess, error, reset }] = useChangePasswordMutation();
  const { mistakes, show, forgive } = useMistakes<ChangeField, ChangeMistake>();
  const errorOf = (name: ChangeField): string => {
    const mistake = mistakes[name];
    if (!mistake) return '';
    return mistake === 'required' ? ruleText('validation.required') : t(mistake);
  };

  const submit = async (form: HTMLFormElement) => {
    const typed = readTexts(form, ['currentPassword', 'newPassword', 'confirmPassword']);
    if (!show(form, mistakesOf(typed))) return;
    const { error: refused } = await change({
      changePasswordRequest: { oldPassword: typed.currentPassword, newPassword: typed.newPassword },
    });
    if (!refused) form.reset();
  };

  return (
    <form
      noValidate
      onChange={(event) => {
        forgive((event.target as Element).getAttribute('name') ?? '');
        reset();
      }}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly name="email" type="email" autoComplete="username" value={email} />
      <PasswordField
        label={t('password.current')}
        name="currentPassword"
        autoComplete="current-password"
        required
        error={errorOf('currentPassword')}
      />
      <PasswordField
        label={t('password.new')}
        name="newPassword"
        autoComplete="new-password"
        required
        error={errorOf('newPassword')}
      />
      <PasswordField
        label={t('password.confirm')}
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={errorOf('confirmPassword')}
      />
      {isSuccess && (
        <Alert severity="success" role="status" sx={{ mt: 1 }}>
          {t('password.done')}
        </Alert>
      )}
      {error && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {failureText(error)}
        </Alert>
      )}
      <Button type="submit" variant="contained" size="large" fullWidth loading={isLoading} sx={{ mt: 1.5 }}>
        {t('password.submit')}
      </Button>
    </form>
  );
}
