import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useGetLegalPageQuery } from '../../api/endpoints';
import { paths } from '../../app/paths';
import { useErrorText } from '../../i18n/useErrorText';
import { useLanguage } from '../../i18n/useLanguage';
import { usePageTitle } from '../../ui/brand';
import { Icon } from '../../ui/Icon';
import { isPath } from '../../ui/isPath';
import { Notice } from '../../ui/Notice';
import { PageLink } from '../../ui/PageLink';
import styles from './LegalPage.module.css';
import { type LegalPageName, legalPages } from './legalPages';
import { LegalText } from './LegalText';

type LegalPageProps = {
  page: LegalPageName;
  /** Where each page is: here, or on a website of the operator. Undefined until the settings are there. */
  urls: Record<LegalPageName, string> | undefined;
};

/** One of the portal's legal pages in the reader's language, or the way to the operator's own. */
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
      {isPath(url) ? <OwnText page={page} /> : <Elsewhere url={url} />}
    </div>
  );
}

function OwnText({ page }: { page: LegalPageName }) {
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
  if (error && !isFetching) {
    return (
      <Notice
        alert
        title={t('failed')}
        text={failureText(error)}
        actions={
          <Button variant="contained" onClick={() => void refetch()}>
            {t('shell:retry')}
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.columns}>
      <div className={styles.sheet} role="img" aria-label={t('loading')}>
        <div className={styles.waiting} />
      </div>
    </div>
  );
}

function Elsewhere({ url }: { url: string }) {
  const { t } = useTranslation('legal');
  return (
    <div className={styles.elsewhere}>
      <p>{t('elsewhere.text')}</p>
      <Button
        variant="contained"
        endIcon={<Icon name="open" size={18} />}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('elsewhere.open')}
        <span className="visually-hidden"> ({t('newTab')})</span>
      </Button>
    </div>
  );
}
