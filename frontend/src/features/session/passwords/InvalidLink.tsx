import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import { Notice } from '../../../ui/notice/Notice';

/** The link of a mail without its token. */
export function InvalidLink() {
  const { t } = useTranslation('session');
  usePageTitle(t('link.title'));
  return (
    <Notice
      page
      title={t('link.heading')}
      text={t('link.text')}
      actions={
        <Button variant="contained" component={Link} to={paths.login.href()}>
          {t('link.logIn')}
        </Button>
      }
    />
  );
}
