import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangePasswordMutation } from '../../../api/endpoints';
import { useErrorText } from '../../../i18n/useErrorText';
import { PasswordField } from '../../../ui/form/PasswordField';
import { readFormFields } from '../../../ui/form/readFormFields';
import { useFieldErrors } from '../../../ui/form/useFieldErrors';
import { type ChangeField, type ChangeError, validatePasswordChange } from './changedPassword';

export function ChangePasswordForm({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const { failureText, ruleText } = useErrorText();
  const [change, { isLoading, isSuccess, error, reset }] = useChangePasswordMutation();
  const { errors, setErrors, clearError } = useFieldErrors<ChangeField, ChangeError>();
  const errorOf = (name: ChangeField): string => {
    const rule = errors[name];
    if (!rule) return '';
    return rule === 'required' ? ruleText('validation.required') : t(rule);
  };

  const submit = async (form: HTMLFormElement) => {
    const typed = readFormFields(form, ['currentPassword', 'newPassword', 'confirmPassword']);
    if (!setErrors(form, validatePasswordChange(typed))) return;
    const { error: refused } = await change({
      changePasswordRequest: { oldPassword: typed.currentPassword, newPassword: typed.newPassword },
    });
    if (!refused) form.reset();
  };

  return (
    <form
      noValidate
      onChange={(event) => {
        clearError((event.target as Element).getAttribute('name') ?? '');
        reset();
      }}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {/* Names the account for password managers. */}
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
