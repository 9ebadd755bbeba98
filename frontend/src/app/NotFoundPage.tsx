import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePageTitle } from '../ui/brand';
import { Notice } from '../ui/Notice';
import { paths } from './paths';

/** `children` stand above the way home, for a page that may yet be there. */
export function NotFoundPage({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  usePageTitle(t('notFound.title'));
  return (
    <Notice
      page
      title={t('notFound.heading')}
      text={t('notFound.text')}
      actions={
        <>
          {children}
          <Button variant="contained" component={Link} to={paths.home.href()}>
            {t('notFound.home')}
          </Button>
        </>
      }
    />
  );
}
