import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Locale } from '../../../api/generated';
import { SelectField } from '../../../ui/form/SelectField';
import { TextArea } from '../../../ui/form/TextArea';
import { TextField } from '../../../ui/form/TextField';
import { maxAboutMeLength } from './accountFields';
import styles from './AccountPage.module.css';
import type { AccountFieldsProps } from './AccountPersonFields';

const locales = ['de-DE', 'en-US'] as const satisfies readonly Locale[];

/** The language of mails, and the fields of students or of landlords. */
export function AccountRoleFields({ user, errorOf }: AccountFieldsProps) {
  return (
    <>
      <MailLanguage locale={user.locale} />
      {user.role === 'LANDLORD' && <AddressFields user={user} errorOf={errorOf} />}
      {user.role === 'STUDENT' && <AboutMe user={user} errorOf={errorOf} />}
    </>
  );
}

function MailLanguage({ locale }: { locale: Locale }) {
  const { t } = useTranslation('account');
  const [chosen, setChosen] = useState(locale);
  return (
    <SelectField
      label={t('locale')}
      name="locale"
      value={chosen}
      options={locales.map((value) => ({ value, label: t(`locale.${value}`) }))}
      onChange={setChosen}
      error=""
    />
  );
}

function AboutMe({ user, errorOf }: AccountFieldsProps) {
  const { t } = useTranslation('account');
  const [text, setText] = useState(user.aboutMe ?? '');
  return (
    <div className={styles.fullWidth}>
      <TextArea
        label={t('aboutMe')}
        name="aboutMe"
        required
        rows={10}
        limit={maxAboutMeLength}
        value={text}
        error={errorOf('aboutMe')}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}

function AddressFields({ user: { address }, errorOf }: AccountFieldsProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <TextField
        label={t('street')}
        name="street"
        autoComplete="address-line1"
        required
        maxLength={150}
        defaultValue={address?.street ?? ''}
        error={errorOf('street')}
      />
      <TextField
        label={t('houseNumber')}
        name="houseNumber"
        autoComplete="off"
        required
        maxLength={30}
        defaultValue={address?.houseNumber ?? ''}
        error={errorOf('houseNumber')}
      />
      <TextField
        label={t('postalCode')}
        name="postalCode"
        autoComplete="postal-code"
        inputMode="numeric"
        required
        maxLength={5}
        defaultValue={address?.postalCode ?? ''}
        error={errorOf('postalCode')}
      />
      <TextField
        label={t('city')}
        name="city"
        autoComplete="address-level2"
        required
        maxLength={100}
        defaultValue={address?.city ?? ''}
        error={errorOf('city')}
      />
    </>
  );
}
