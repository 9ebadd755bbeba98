import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useGetLegalPageQuery } from '../../api/endpoints';
import { paths } from '../../app/paths';
import { useErrorText } from '../../i18n/useErrorText';
import { useLanguage } from '../../i18n/useLanguage';
import { usePageTitle } from '../../ui/brand/brand';
import { BusyButton } from '../../ui/button/BusyButton';
import { MoreIcon } from '../../ui/MoreIcon';
import { isPath } from '../../ui/link/isPath';
import { Notice } from '../../ui/notice/Notice';
import { PageLink } from '../../ui/link/PageLink';
import styles from './LegalPage.module.css';
import { type LegalPageName, legalPages } from './legalPages';
import { LegalText } from './LegalText';

type LegalPageProps = {
  page: LegalPageName;
  /**
   * The address of each page: here, or on a website of the operator. Undefined until the settings
   * are loaded.
   */
  urls: Record<LegalPageName, string> | undefined;
};

/** A legal page in the reader's language, or a link to the operator's own. */
export function LegalPage({ page, urls }: LegalPageProps) {
  const { t } = useTranslation('legal');
  const title = t(`title.${page}`);
  usePageTitle(title);
  const url = urls?.[page] ?? paths[page].href();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <nav className={styles.pages} aria-label={t('pages')}>
        {legalPages.map((name) => (
          <PageLink key={name} href={urls?.[name] ?? paths[name].href()} current={name === page}>
            {t(`title.${name}`)}
          </PageLink>
        ))}
      </nav>
      {isPath(url) ? <PortalPage page={page} /> : <ExternalPage url={url} />}
    </div>
  );
}

function PortalPage({ page }: { page: LegalPageName }) {
  const { t } = useTranslation(['legal', 'shell']);
  const { language } = useLanguage();
  const { failureText } = useErrorText();
  const { currentData, error, isFetching, refetch } = useGetLegalPageQuery({ page, locale: language });
  if (currentData) {
    return (
      <div className={styles.columns}>
        <LegalText key={`${page} ${language}`} markdown={currentData.payload.markdown} />
      </div>
    );
  }
  if (error) {
    return (
      <Notice
        alert
        title={t('failed')}
        text={failureText(error)}
        actions={
          <BusyButton variant="contained" loading={isFetching} onClick={() => void refetch()}>
            {t('shell:retry')}
          </BusyButton>
        }
      />
    );
  }
  return (
    <div className={styles.columns}>
      <div className={styles.surface} role="img" aria-label={t('loading')}>
        <div className={styles.skeleton} />
      </div>
    </div>
  );
}

function ExternalPage({ url }: { url: string }) {
  const { t } = useTranslation('legal');
  return (
    <div className={styles.external}>
      <p>{t('external.text')}</p>
      <Button
        variant="contained"
        endIcon={<MoreIcon name="open" size={18} />}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('external.open')}
        <span className="visually-hidden"> ({t('newTab')})</span>
      </Button>
    </div>
  );
}
