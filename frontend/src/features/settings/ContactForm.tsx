import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { maxLengths } from '../../ui/form/limits';
import { TextArea } from '../../ui/form/TextArea';
import { TextField } from '../../ui/form/TextField';
import { useFormFields } from '../../ui/form/useFormFields';
import space from '../../ui/layout/space.module.css';
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
  const { form, field, textField } = useFormFields({
    defaultValues: { fullName: '', email: '', message: '' },
    send: async ({ fullName, email, message }) => {
      const subject = fullName ? t('contact.subject', { name: fullName }) : t('contact.subjectNoName');
      const signature = [fullName, email].filter(Boolean).join('\n');
      const body = [message, signature].filter(Boolean).join('\n\n');
      window.location.href = mailAddress(contactEmail ?? '', subject, body);
    },
  });

  return (
    <form {...form}>
      <TextField {...field('fullName')} label={t('contact.fullName')} autoComplete="name" maxLength={200} />
      <TextField
        {...field('email')}
        label={t('contact.yourEmail')}
        type="email"
        autoComplete="email"
        maxLength={maxLengths.email}
      />
      <TextArea {...textField('message')} label={t('contact.message')} rows={8} limit={longestMessage} />
      {failure && (
        <RetryAlert
          text={t('contact.failed')}
          busy={failure.busy}
          className={styles.failure}
          onRetry={failure.retry}
        />
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        disabled={!contactEmail}
        className={space.above8}
      >
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
