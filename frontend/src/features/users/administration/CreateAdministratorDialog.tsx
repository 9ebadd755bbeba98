import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { serverError } from '../../../api/failure';
import { useCreateAdministratorMutation } from '../../../api/endpoints';
import type { Gender, Locale } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { useLanguage } from '../../../i18n/useLanguage';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { maxLengths } from '../../../ui/form/limits';
import { SelectField } from '../../../ui/form/SelectField';
import { TextField } from '../../../ui/form/TextField';
import { useFormFields } from '../../../ui/form/useFormFields';
import space from '../../../ui/layout/space.module.css';
import { genders } from '../../../ui/person/genders';
import { NameFields } from '../../../ui/person/NameFields';
import { isEmail } from '../../../ui/person/isEmail';
import { useShowToast } from '../../../ui/toast/toasts';
import styles from './CreateAdministratorDialog.module.css';

type Values = { email: string; firstName: string; lastName: string; gender: Gender | ''; locale: Locale };

/** Required by the API, but not asked of administrators. */
const requiredDefaults = { phoneNumber: '-', dateOfBirth: '2000-01-01' };

/** Creates an administrator, who sets a password by the link in the mail. */
export function CreateAdministratorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['users', 'person', 'shell']);
  const { failureText } = useErrorText();
  const { language } = useLanguage();
  const showToast = useShowToast();
  const [create, { error }] = useCreateAdministratorMutation();
  const { form, field, choice, busy } = useFormFields<Values, RequiredField>({
    defaultValues: { email: '', firstName: '', lastName: '', gender: '', locale: language },
    validate,
    errorText: (name) => t(`create.required.${name}`),
    send: async ({ gender, ...values }) => {
      if (gender === '') return;
      const { error: refused } = await create({
        createAdministratorRequest: { ...values, gender, ...requiredDefaults },
      });
      if (refused) return;
      onClose();
      showToast(t('create.done', { email: values.email }), 'success');
    },
  });

  return (
    <FormDialog
      title={t('create.title')}
      submitLabel={t('create.submit')}
      busy={busy}
      form={form}
      onClose={onClose}
    >
      <Typography color="textSecondary" className={space.below16}>
        {t('create.text')}
      </Typography>
      {error && (
        <Alert severity="error" className={space.below16}>
          {/* The general text addresses an applicant. */}
          {serverError(error)?.message === 'exception.registration.email-exists'
            ? t('create.emailExists')
            : failureText(error)}
        </Alert>
      )}
      <div className={styles.fields}>
        <div className={styles.fullWidth}>
          <TextField
            {...field('email')}
            label={t('person:email')}
            type="email"
            autoComplete="off"
            maxLength={maxLengths.email}
            required
          />
        </div>
        <NameFields field={field} ofAnother />
        <SelectField<Gender | ''>
          {...choice('gender')}
          label={t('person:gender')}
          options={[
            { value: '', label: t('create.choose') },
            ...genders.map((value) => ({ value, label: t(`person:gender.${value}`) })),
          ]}
        />
        <SelectField<Locale>
          {...choice('locale')}
          label={t('create.language')}
          options={[
            { value: 'de-DE', label: t('shell:language.deDE') },
            { value: 'en-US', label: t('shell:language.enUS') },
          ]}
          error={undefined}
        />
      </div>
    </FormDialog>
  );
}

type RequiredField = Exclude<keyof Values, 'locale'>;

const validate = ({ email, firstName, lastName, gender }: Values) => ({
  email: isEmail(email) ? undefined : ('email' as const),
  firstName: firstName === '' ? ('firstName' as const) : undefined,
  lastName: lastName === '' ? ('lastName' as const) : undefined,
  gender: gender === '' ? ('gender' as const) : undefined,
});
