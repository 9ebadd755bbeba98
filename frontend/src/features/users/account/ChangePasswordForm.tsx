import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useChangePasswordMutation } from '../../../api/endpoints';
import { useErrorText } from '../../../i18n/useErrorText';
import { BusyButton } from '../../../ui/button/BusyButton';
import { PasswordField } from '../../../ui/form/PasswordField';
import { useFormFields } from '../../../ui/form/useFormFields';
import space from '../../../ui/layout/space.module.css';
import { type ChangeError, validatePasswordChange } from './changedPassword';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function ChangePasswordForm({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const { failureText, ruleText } = useErrorText();
  const [change, { isSuccess, error, reset: resetResult }] = useChangePasswordMutation();
  const { form, field, busy, reset } = useFormFields({
    defaultValues: empty,
    untrimmed: ['currentPassword', 'newPassword', 'confirmPassword'],
    validate: validatePasswordChange,
    errorText: (rule: ChangeError) => (rule === 'required' ? ruleText('validation.required') : t(rule)),
    send: async ({ currentPassword: oldPassword, newPassword }) => {
      const { error: refused } = await change({ changePasswordRequest: { oldPassword, newPassword } });
      if (!refused) reset();
    },
    onChange: resetResult,
  });

  return (
    <form {...form}>
      {/* Names the account for password managers. */}
      <input hidden readOnly name="email" type="email" autoComplete="username" value={email} />
      <PasswordField
        {...field('currentPassword')}
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
      <PasswordField
        {...field('newPassword')}
        label={t('password.new')}
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...field('confirmPassword')}
        label={t('password.confirm')}
        autoComplete="new-password"
        required
      />
      {isSuccess && (
        <Alert severity="success" role="status" className={space.above8}>
          {t('password.done')}
        </Alert>
      )}
      {error && (
        <Alert severity="error" className={space.above8}>
          {failureText(error)}
        </Alert>
      )}
      <BusyButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={busy}
        className={space.above12}
      >
        {t('password.submit')}
      </BusyButton>
    </form>
  );
}
