import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure';
import { useCreateAdministratorMutation } from '../../api/endpoints';
import type { Gender, Locale } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { useLanguage } from '../../i18n/useLanguage';
import { Dialog } from '../../ui/dialog/Dialog';
import { readTexts } from '../../ui/form/readTexts';
import { SelectField } from '../../ui/form/SelectField';
import { TextField } from '../../ui/form/TextField';
import { useMistakes } from '../../ui/form/useMistakes';
import { useShowToast } from '../../ui/toasts';
import styles from './CreateAdministratorDialog.module.css';

const names = ['email', 'firstName', 'lastName', 'gender'] as const;
type Name = (typeof names)[number];
type Entered = Record<Name, string>;

const genders = ['FEMALE', 'MALE', 'OTHER'] as const satisfies readonly Gender[];
/** Administrators are not asked for these, but every user has them. */
const unasked = { phoneNumber: '-', dateOfBirth: '2000-01-01' };

/** Invites an administrator, who sets a password by the link in the mail. */
export function CreateAdministratorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['users', 'people', 'shell']);
  const { failureText } = useErrorText();
  const formId = useId();
  const [gender, setGender] = useState<Gender | ''>('');
  const [locale, setLocale] = useState<Locale>(useLanguage().language);
  const { mistakes, show, forgive } = useMistakes<Name, true>();
  const { create, busy, failure } = useInvitation(onClose);
  const mistakeIn = (name: Name) => (mistakes[name] ? t(`create.required.${name}`) : '');

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const entered = trimmed(readTexts(form, names));
    if (show(form, mistakesIn(entered)) && gender) void create({ ...entered, gender, locale });
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
        onChange={(event) => forgive(event.target.getAttribute('name') ?? '')}
      >
        <div className={styles.whole}>
          <TextField
            label={t('people:email')}
            name="email"
            type="email"
            autoComplete="off"
            maxLength={254}
            required
            error={mistakeIn('email')}
          />
        </div>
        <TextField
          label={t('create.firstName')}
          name="firstName"
          autoComplete="off"
          maxLength={100}
          required
          error={mistakeIn('firstName')}
        />
        <TextField
          label={t('create.lastName')}
          name="lastName"
          autoComplete="off"
          maxLength={100}
          required
          error={mistakeIn('lastName')}
        />
        <SelectField<Gender | ''>
          label={t('people:gender')}
          name="gender"
          value={gender}
          options={[
            { value: '', label: t('create.choose') },
            ...genders.map((value) => ({ value, label: t(`people:gender.${value}`) })),
          ]}
          onChange={setGender}
          error={mistakeIn('gender')}
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

function useInvitation(onDone: () => void) {
  const { t } = useTranslation('users');
  const showToast = useShowToast();
  const [send, { isLoading }] = useCreateAdministratorMutation();
  const [failure, setFailure] = useState<Failure>();

  const create = async (entered: Omit<Entered, 'gender'> & { gender: Gender; locale: Locale }) => {
    setFailure(undefined);
    const { error } = await send({ createAdministratorRequest: { ...entered, ...unasked } });
    if (error) {
      setFailure(error);
      return;
    }
    onDone();
    showToast(t('create.done', { email: entered.email }), 'success');
  };
  return { create, busy: isLoading, failure };
}

const trimmed = (texts: Entered): Entered =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) as Entered;

function mistakesIn(entered: Entered): Partial<Record<Name, true>> {
  const wrong = names.filter((name) => (name === 'email' ? !looksLikeEmail(entered.email) : !entered[name]));
  return Object.fromEntries(wrong.map((name) => [name, true]));
}

/** Something, an @, something with a dot; whether it exists the mail will tell. */
const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
