import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { serverError } from '../../api/failure';
import { useUpdateUserMutation } from '../../api/endpoints';
import type { FieldRule, Gender, Locale, UserResponse } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { readTexts } from '../../ui/form/readTexts';
import { useMistakes } from '../../ui/form/useMistakes';
import {
  type AccountField,
  accountFieldsOf,
  firstMistake,
  hiddenPhoneOf,
  longestAboutMe,
} from './accountFields';
import styles from './AccountPage.module.css';
import { AccountPersonFields } from './AccountPersonFields';
import { AccountRoleFields } from './AccountRoleFields';

/** What people may change of themselves. The server ignores everything else. */
export function AccountForm({ user }: { user: UserResponse }) {
  const { t } = useTranslation('account');
  const { failureText } = useErrorText();
  const { errorOf, show, forgive } = useAccountMistakes();
  const [update, { isLoading, isSuccess, error, reset }] = useUpdateUserMutation();

  const submit = async (form: HTMLFormElement) => {
    const fields = accountFieldsOf(user.role);
    const typed: Partial<Record<AccountField, string>> = readTexts(form, fields);
    if (user.role === 'ADMIN') typed.phoneNumber = hiddenPhoneOf(user);
    if (!show(form, firstMistake(fields, typed))) return;
    const { locale } = readTexts(form, ['locale']);
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
    if (answer.error) show(form, serverError(answer.error)?.fields ?? {});
  };

  return (
    <form
      noValidate
      onChange={(event) => {
        forgive((event.target as Element).getAttribute('name') ?? '');
        // What is said about the last time is not true of what stands there now.
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

function useAccountMistakes() {
  const { t } = useTranslation('account');
  const { ruleText } = useErrorText();
  const { mistakes, show, forgive } = useMistakes<AccountField, FieldRule>();
  return {
    errorOf: (name: AccountField): string => {
      const rule = mistakes[name];
      if (rule === 'validation.required') return t('required');
      if (name === 'aboutMe' && rule === 'validation.too-long')
        return t('aboutMeTooLong', { limit: longestAboutMe });
      return rule ? ruleText(rule) : '';
    },
    show,
    forgive,
  };
}
