import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import { Notice } from '../../../ui/notice/Notice';

export function SignUpSuccessPage() {
  const { t } = useTranslation('signUp');
  usePageTitle(t('success.title'));
  return (
    <Notice
      page
      title={t('success.heading')}
      text={t('success.text')}
      actions={
        <Button variant="contained" component={Link} to={paths.home.href()}>
          {t('success.home')}
        </Button>
      }
    />
  );
}
