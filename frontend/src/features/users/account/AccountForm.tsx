import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { serverError } from '../../../api/failure';
import { useUpdateUserMutation } from '../../../api/endpoints';
import type { FieldRule, Gender, Locale, UserResponse } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { readFormFields } from '../../../ui/form/readFormFields';
import { useFieldErrors } from '../../../ui/form/useFieldErrors';
import {
  type AccountField,
  accountFieldsOf,
  findFirstError,
  hiddenPhoneNumber,
  maxAboutMeLength,
} from './accountFields';
import styles from './AccountPage.module.css';
import { AccountPersonFields } from './AccountPersonFields';
import { AccountRoleFields } from './AccountRoleFields';

/** What users may change in their profile. The server ignores other fields. */
export function AccountForm({ user }: { user: UserResponse }) {
  const { t } = useTranslation('account');
  const { failureText } = useErrorText();
  const { errorOf, setErrors, clearError } = useAccountErrors();
  const [update, { isLoading, isSuccess, error, reset }] = useUpdateUserMutation();

  const submit = async (form: HTMLFormElement) => {
    const fields = accountFieldsOf(user.role);
    const typed: Partial<Record<AccountField, string>> = readFormFields(form, fields);
    if (user.role === 'ADMIN') typed.phoneNumber = hiddenPhoneNumber(user);
    if (!setErrors(form, findFirstError(fields, typed))) return;
    const { locale } = readFormFields(form, ['locale']);
    const trimmed = (name: AccountField) => (typed[name] ?? '').trim();
    const answer = await update({
      id: user.externalId,
      updateUserRequest: {
        ...Object.fromEntries(fields.map((name) => [name, trimmed(name)])),
        firstName: trimmed('firstName'),
        lastName: trimmed('lastName'),
        phoneNumber: trimmed('phoneNumber'),
        gender: typed.gender as Gender,
        locale: locale as Locale,
      },
    });
    if (answer.error) setErrors(form, serverError(answer.error)?.fields ?? {});
  };

  return (
    <form
      noValidate
      onChange={(event) => {
        clearError((event.target as Element).getAttribute('name') ?? '');
        // The last result does not apply to changed input.
        reset();
      }}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <div className={styles.fields}>
        <AccountPersonFields user={user} errorOf={errorOf} />
        <AccountRoleFields user={user} errorOf={errorOf} />
      </div>
      {isSuccess && (
        <Alert severity="success" role="status" sx={{ mb: 2 }}>
          {t('saved')}
        </Alert>
      )}
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          <p>{t('saveFailed')}</p>
          <p>{failureText(error)}</p>
        </Alert>
      )}
      <Button type="submit" variant="contained" size="large" loading={isLoading}>
        {t('save')}
      </Button>
    </form>
  );
}

function useAccountErrors() {
  const { t } = useTranslation('account');
  const { ruleText } = useErrorText();
  const { errors, setErrors, clearError } = useFieldErrors<AccountField, FieldRule>();
  return {
    errorOf: (name: AccountField): string => {
      const rule = errors[name];
      if (rule === 'validation.required') return t('required');
      if (name === 'aboutMe' && rule === 'validation.too-long')
        return t('aboutMeTooLong', { limit: maxAboutMeLength });
      return rule ? ruleText(rule) : '';
    },
    setErrors,
    clearError,
  };
}
