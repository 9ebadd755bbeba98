import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListSavedSearchesQuery } from '../../../api/endpoints';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import { PageContainer } from '../../../ui/layout/PageContainer';
import space from '../../../ui/layout/space.module.css';
import { ListHeading } from '../../../ui/list/ListHeading';
import { ListResults } from '../../../ui/list/ListResults';
import { useListParams } from '../../../ui/list/params/useListParams';
import { useFocusAfterDeletion } from '../../../ui/list/useFocusAfterDeletion';
import { Notice } from '../../../ui/notice/Notice';
import { maxSavedSearches } from '../savedFilters';
import { KeptSearchNotice } from './KeptSearchNotice';
import { SavedSearchCard } from './SavedSearchCard';
import styles from './SavedSearchesPage.module.css';

/** One page in one order, without filters. */
const spec = { sortFields: ['dateCreated'], filters: {} } as const;

const skeletonKeys = Array.from({ length: 4 }, (_, index) => index);

export function SavedSearchesPage() {
  const { t } = useTranslation(['savedSearches', 'listings']);
  usePageTitle(t('title'));
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useListParams(spec);
  // What is new shows when the student comes back to the page.
  const { data, currentData, ...request } = useListSavedSearchesQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const count = data?.payload.length;
  const page = data && { ...data, totalPages: 1, totalSize: data.payload.length };
  const onDeleted = useFocusAfterDeletion(data?.payload, heading);
  return (
    <PageContainer>
      <ListHeading
        title={t('title')}
        count={count === undefined ? undefined : t('count', { count })}
        headingRef={heading}
      />
      <KeptSearchNotice onGone={() => heading.current?.focus()} />
      {count !== undefined && count >= maxSavedSearches && (
        <Alert role="note" severity="info" className={space.below24}>
          {t('full')}
        </Alert>
      )}
      <ListResults
        list={list}
        result={{ ...request, data: page, currentData: currentData && page }}
        skeleton={
          <div className={styles.cards}>
            {skeletonKeys.map((key) => (
              <div key={key} className={styles.skeleton} />
            ))}
          </div>
        }
        empty={
          <Notice
            title={t('emptyTitle')}
            text={t('emptyText')}
            actions={
              <Button variant="contained" component={Link} to={paths.home.href()}>
                {t('toSearch')}
              </Button>
            }
          />
        }
      >
        {(searches) => (
          <ul className={styles.cards}>
            {searches.map((search) => (
              <li key={search.externalId}>
                <SavedSearchCard search={search} onDeleted={() => onDeleted(search.externalId)} />
              </li>
            ))}
          </ul>
        )}
      </ListResults>
    </PageContainer>
  );
}
