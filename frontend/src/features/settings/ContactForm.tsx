import Button from '@mui/material/Button';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readFormFields } from '../../ui/form/readFormFields';
import { TextArea } from '../../ui/form/TextArea';
import { TextField } from '../../ui/form/TextField';
import { RetryAlert } from '../../ui/notice/RetryAlert';
import styles from './ContactPage.module.css';
import type { SettingsFailure } from './usePublicSettings';

/** Mail programs cut off addresses that are much longer. */
const longestMessage = 1500;

type ContactFormProps = { contactEmail: string | undefined; failure: SettingsFailure | undefined };

/**
 * Opens the visitor's mail program with the text: the portal stores and sends nothing, and no field
 * is required.
 */
export function ContactForm({ contactEmail, failure }: ContactFormProps) {
  const { t } = useTranslation('portal');
  const [message, setMessage] = useState('');

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { fullName, email } = readFormFields(event.currentTarget, ['fullName', 'email']);
    const name = fullName.trim();
    const subject = name ? t('contact.subject', { name }) : t('contact.subjectNoName');
    const signature = [name, email.trim()].filter(Boolean).join('\n');
    const body = [message.trim(), signature].filter(Boolean).join('\n\n');
    window.location.href = mailAddress(contactEmail ?? '', subject, body);
  };

  return (
    <form noValidate onSubmit={submit}>
      <TextField label={t('contact.fullName')} name="fullName" autoComplete="name" maxLength={200} error="" />
      <TextField
        label={t('contact.yourEmail')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        error=""
      />
      <TextArea
        label={t('contact.message')}
        name="message"
        rows={8}
        limit={longestMessage}
        value={message}
        error=""
        onChange={(event) => setMessage(event.target.value)}
      />
      {failure && (
        <RetryAlert
          text={t('contact.failed')}
          busy={failure.busy}
          className={styles.failure}
          onRetry={failure.retry}
        />
      )}
      <Button type="submit" variant="contained" size="large" disabled={!contactEmail} sx={{ mt: 1 }}>
        {t('contact.submit')}
      </Button>
      <p className={styles.note}>{t('contact.note')}</p>
    </form>
  );
}

/** Encodes spaces as `%20`: mail programs would show the `+` of a form. */
function mailAddress(to: string, subject: string, body: string): string {
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
