import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../ui/brand/brand';
import { ButtonLink } from '../ui/button/ButtonLink';
import { Notice } from '../ui/notice/Notice';
import { paths } from './paths';

/** `children`: further actions, for a page that may still exist. */
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
          <ButtonLink variant="contained" to={paths.home.href()}>
            {t('notFound.home')}
          </ButtonLink>
        </>
      }
    />
  );
}
