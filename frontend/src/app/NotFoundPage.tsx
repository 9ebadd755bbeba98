import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../ui/brand/brand';
import { ButtonLink } from '../ui/button/ButtonLink';
import { focusContentIfLost } from '../ui/layout/focusContent';
import { Notice } from '../ui/notice/Notice';
import { paths } from './paths';

type NotFoundPageProps = {
  /** Why it was not found, if the address may be right. */
  reason?: ReactNode;
  /** Further actions, for a page that may still exist. */
  children?: ReactNode;
};

export function NotFoundPage({ reason, children }: NotFoundPageProps) {
  const { t } = useTranslation();
  usePageTitle(t('notFound.title'));
  // A retry that finds the page removes the pressed button.
  useEffect(() => focusContentIfLost, []);
  return (
    <Notice
      page
      title={t('notFound.heading')}
      text={reason ?? t('notFound.text')}
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
