import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useResendActivationMutation } from '../../../api/endpoints';
import { useErrorText } from '../../../i18n/useErrorText';
import { BusyButton } from '../../../ui/button/BusyButton';
import { Notice } from '../../../ui/notice/Notice';
import styles from './ExpiredActivation.module.css';

/** The link has expired; the button sends another one. */
export function ExpiredActivation({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const [resend, { isLoading, isSuccess, error }] = useResendActivationMutation();
  return (
    <Notice
      page
      title={t('expired.heading')}
      text={t('expired.text')}
      actions={
        <>
          <BusyButton
            variant="contained"
            loading={isLoading}
            onClick={() => void resend({ activationRequest: { email, registrationToken: token } })}
          >
            {t('expired.resend')}
          </BusyButton>
          {isSuccess && (
            <Alert severity="success" role="status" className={styles.result}>
              {t('expired.sent')}
            </Alert>
          )}
          {error && (
            <Alert severity="error" className={styles.result}>
              {failureText(error)}
            </Alert>
          )}
        </>
      }
    />
  );
}
