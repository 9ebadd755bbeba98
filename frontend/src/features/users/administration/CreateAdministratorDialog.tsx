import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import { useCreateAdministratorMutation } from '../../../api/endpoints';
import type { Gender, Locale } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { useLanguage } from '../../../i18n/useLanguage';
import { Dialog } from '../../../ui/dialog/Dialog';
import { readFormFields } from '../../../ui/form/readFormFields';
import { SelectField } from '../../../ui/form/SelectField';
import { TextField } from '../../../ui/form/TextField';
import { useFieldErrors } from '../../../ui/form/useFieldErrors';
import { useShowToast } from '../../../ui/toast/toasts';
import styles from './CreateAdministratorDialog.module.css';

const names = ['email', 'firstName', 'lastName', 'gender'] as const;
type Name = (typeof names)[number];
type Entered = Record<Name, string>;

const genders = ['FEMALE', 'MALE', 'OTHER'] as const satisfies readonly Gender[];
/** Required by the API, but not asked of administrators. */
const requiredDefaults = { phoneNumber: '-', dateOfBirth: '2000-01-01' };

/** Creates an administrator, who sets a password by the link in the mail. */
export function CreateAdministratorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['users', 'userDetails', 'shell']);
  const { failureText } = useErrorText();
  const formId = useId();
  const [gender, setGender] = useState<Gender | ''>('');
  const [locale, setLocale] = useState<Locale>(useLanguage().language);
  const { errors, setErrors, clearError } = useFieldErrors<Name, true>();
  const { create, busy, failure } = useCreateAdministrator(onClose);
  const errorOf = (name: Name) => (errors[name] ? t(`create.required.${name}`) : '');

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const entered = trimAll(readFormFields(form, names));
    if (setErrors(form, validate(entered)) && gender) void create({ ...entered, gender, locale });
  };

  return (
    <Dialog
      title={t('create.title')}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" disabled={busy} onClick={onClose}>
            {t('shell:dialog.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="contained" loading={busy}>
            {t('create.submit')}
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>{t('create.text')}</Typography>
      {failure && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {failureText(failure)}
        </Alert>
      )}
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={submit}
        onChange={(event) => clearError(event.target.getAttribute('name') ?? '')}
      >
        <div className={styles.fullWidth}>
          <TextField
            label={t('userDetails:email')}
            name="email"
            type="email"
            autoComplete="off"
            maxLength={254}
            required
            error={errorOf('email')}
          />
        </div>
        <TextField
          label={t('create.firstName')}
          name="firstName"
          autoComplete="off"
          maxLength={100}
          required
          error={errorOf('firstName')}
        />
        <TextField
          label={t('create.lastName')}
          name="lastName"
          autoComplete="off"
          maxLength={100}
          required
          error={errorOf('lastName')}
        />
        <SelectField<Gender | ''>
          label={t('userDetails:gender')}
          name="gender"
          value={gender}
          options={[
            { value: '', label: t('create.choose') },
            ...genders.map((value) => ({ value, label: t(`userDetails:gender.${value}`) })),
          ]}
          onChange={setGender}
          error={errorOf('gender')}
        />
        <SelectField<Locale>
          label={t('create.language')}
          name="locale"
          value={locale}
          options={[
            { value: 'de-DE', label: t('shell:language.deDE') },
            { value: 'en-US', label: t('shell:language.enUS') },
          ]}
          onChange={setLocale}
        />
      </form>
    </Dialog>
  );
}

function useCreateAdministrator(onDone: () => void) {
  const { t } = useTranslation('users');
  const showToast = useShowToast();
  const [send, { isLoading }] = useCreateAdministratorMutation();
  const [failure, setFailure] = useState<Failure>();

  const create = async (entered: Omit<Entered, 'gender'> & { gender: Gender; locale: Locale }) => {
    setFailure(undefined);
    const { error } = await send({ createAdministratorRequest: { ...entered, ...requiredDefaults } });
    if (error) {
      setFailure(error);
      return;
    }
    onDone();
    showToast(t('create.done', { email: entered.email }), 'success');
  };
  return { create, busy: isLoading, failure };
}

const trimAll = (texts: Entered): Entered =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) as Entered;

function validate(entered: Entered): Partial<Record<Name, true>> {
  const invalid = names.filter((name) => (name === 'email' ? !isEmail(entered.email) : !entered[name]));
  return Object.fromEntries(invalid.map((name) => [name, true]));
}

/** A minimal check; the mail shows whether the address exists. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
