import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { useGetSecondFactorQuery } from '../../../api/endpoints';
import styles from './SecondFactorNotice.module.css';
import { hasSecondFactor, secondFactorHash } from './secondFactor';

/** Urges an administrator without a second factor to set one up: they see identity papers. */
export function SecondFactorNotice() {
  const { t } = useTranslation('secondFactor');
  const factor = useGetSecondFactorQuery().currentData?.payload;
  if (!factor || hasSecondFactor(factor)) return null;
  return (
    <Alert
      // Not an alert: it is there at each visit.
      role="note"
      severity={factor.required ? 'warning' : 'info'}
      className={styles.notice}
      action={
        <Button color="inherit" size="small" component={Link} to={paths.account.href() + secondFactorHash}>
          {t('notice.setUp')}
        </Button>
      }
    >
      {t(factor.required ? 'notice.required' : 'notice.text')}
    </Alert>
  );
}
