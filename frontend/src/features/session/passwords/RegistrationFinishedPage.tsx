import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import { Notice } from '../../../ui/notice/Notice';

export function RegistrationFinishedPage() {
  const { t } = useTranslation('session');
  usePageTitle(t('finished.title'));
  return (
    <Notice
      page
      title={t('finished.heading')}
      text={t('finished.text')}
      actions={
        <Button variant="contained" component={Link} to={paths.login.href()}>
          {t('finished.login')}
        </Button>
      }
    />
  );
}
