import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import { useLastResults } from '../../../ui/list/lastResults';
import { Notice } from '../../../ui/notice/Notice';

export function ApplicationSuccessPage() {
  const { t } = useTranslation('applications');
  usePageTitle(t('success.title'));
  const results = useLastResults();
  return (
    <Notice
      page
      title={t('success.heading')}
      text={t('success.text')}
      actions={
        <>
          <Button variant="contained" component={Link} to={paths.myApplications.href()}>
            {t('success.toMyApplications')}
          </Button>
          <Button variant="outlined" component={Link} to={results ?? paths.home.href()}>
            {t('apply.toSearch')}
          </Button>
        </>
      }
    />
  );
}
