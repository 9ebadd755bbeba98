import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { serverError } from '../../../api/failure';
import { useUpdateUserMutation } from '../../../api/endpoints';
import type { FieldRule, UserResponse } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { BusyButton } from '../../../ui/button/BusyButton';
import { maxLengths } from '../../../ui/form/limits';
import { useFormFields } from '../../../ui/form/useFormFields';
import space from '../../../ui/layout/space.module.css';
import { AccountFields } from './AccountFields';
import { type AccountValues, findFirstError, toValues } from './accountValues';

/** What users may change in their profile. The server ignores other fields. */
export function AccountForm({ user }: { user: UserResponse }) {
  const { t } = useTranslation('account');
  const { failureText } = useErrorText();
  const [update, { isSuccess, error, reset }] = useUpdateUserMutation();
  const fields = useFormFields<AccountValues, FieldRule>({
    defaultValues: toValues(user),
    validate: findFirstError,
    errorText: useAccountErrorText(),
    send: async (values) => {
      const { error: refused } = await update({ id: user.externalId, updateUserRequest: values });
      return serverError(refused)?.fields;
    },
    // The last result does not apply to changed input.
    onChange: reset,
  });

  return (
    <form {...fields.form}>
      <AccountFields user={user} fields={fields} />
      {isSuccess && (
        <Alert severity="success" role="status" className={space.below16}>
          {t('saved')}
        </Alert>
      )}
      {error && (
        <Alert severity="error" className={space.below16}>
          <p>{t('saveFailed')}</p>
          <p>{failureText(error)}</p>
        </Alert>
      )}
      <BusyButton type="submit" variant="contained" size="large" loading={fields.busy}>
        {t('save')}
      </BusyButton>
    </form>
  );
}

function useAccountErrorText() {
  const { t } = useTranslation('account');
  const { ruleText } = useErrorText();
  return (rule: FieldRule, name: keyof AccountValues): string => {
    if (rule === 'validation.required') return t('required');
    if (name === 'aboutMe' && rule === 'validation.too-long')
      return t('aboutMeTooLong', { limit: maxLengths.aboutMe });
    return ruleText(rule);
  };
}
