import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import { Notice } from '../../../ui/notice/Notice';

export function ForgotPasswordSuccessPage() {
  const { t } = useTranslation('session');
  usePageTitle(t('forgotSuccess.title'));
  return (
    <Notice
      page
      title={t('forgotSuccess.heading')}
      text={t('forgotSuccess.text')}
      actions={
        <Button variant="contained" component={Link} to={paths.login.href()}>
          {t('forgotSuccess.login')}
        </Button>
      }
    />
  );
}
