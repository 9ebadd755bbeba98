import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { Notice } from '../../../ui/notice/Notice';

/** The link was used before. */
export function AccountActive() {
  const { t } = useTranslation('session');
  return (
    <Notice
      page
      title={t('active.heading')}
      text={t('active.text')}
      actions={
        <>
          <Button variant="contained" component={Link} to={paths.login.href()}>
            {t('active.login')}
          </Button>
          <Button component={Link} to={paths.forgotPassword.href()}>
            {t('login.forgot')}
          </Button>
        </>
      }
    />
  );
}
