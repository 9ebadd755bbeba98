import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListApplicationsQuery } from '../../../api/endpoints';
import type { ApplicationResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import { PageContainer } from '../../../ui/layout/PageContainer';
import { decisions } from '../../../ui/badge/decisions';
import { ChoiceChips } from '../../../ui/list/ChoiceChips';
import { FilterBar } from '../../../ui/list/FilterBar';
import { ListHeading } from '../../../ui/list/ListHeading';
import { ListPager } from '../../../ui/list/ListPager';
import { ListResults } from '../../../ui/list/ListResults';
import { useListParams } from '../../../ui/list/params/useListParams';
import { useFocusAfterDeletion } from '../../../ui/list/useFocusAfterDeletion';
import { Notice } from '../../../ui/notice/Notice';
import { Surface } from '../../../ui/panel/Surface';
import { useDecisionOptions } from '../../../ui/badge/useDecisionOptions';
import { ApplicationCard } from './ApplicationCard';
import { ApplicationCardsSkeleton } from './ApplicationCardsSkeleton';
import { WithdrawApplicationDialog } from './WithdrawApplicationDialog';
import styles from './MyApplicationsPage.module.css';

const spec = {
  sortFields: ['lastModified', 'dateCreated', 'listing.title'],
  filters: { status: { values: decisions } },
} as const;

export function MyApplicationsPage() {
  const { t } = useTranslation(['applications', 'lists', 'userDetails']);
  usePageTitle(t('mine.title'));
  const list = useListParams(spec);
  const decisionOptions = useDecisionOptions();
  const { filters, ...order } = list.params;
  // Decisions of others show when the student comes back to the page.
  const result = useListApplicationsQuery(
    { ...order, ...filters },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  const [withdrawing, setWithdrawing] = useState<ApplicationResponse>();
  const heading = useRef<HTMLHeadingElement>(null);
  const onDeleted = useFocusAfterDeletion(result.data?.payload, heading);

  return (
    <PageContainer>
      <ListHeading
        title={t('mine.title')}
        count={result.data && t('count', { count: result.data.totalSize })}
        headingRef={heading}
      />
      <Surface>
        <FilterBar
          hint={t('mine.hint')}
          keyword={order.keyword}
          onSearch={list.search}
          sortField={order.sortField}
          sortFields={spec.sortFields.map((field) => ({ value: field, label: t(`lists:sort.${field}`) }))}
          sortDirection={order.sortDirection}
          onSort={list.change}
          activeFilterCount={list.activeFilterCount}
        >
          <ChoiceChips
            label={t('status.label')}
            options={decisionOptions}
            chosen={filters.status}
            onChange={(status) => list.change({ filters: { status } })}
          />
        </FilterBar>
      </Surface>
      <div className={styles.results}>
        <ListResults
          list={list}
          result={result}
          skeleton={<ApplicationCardsSkeleton />}
          empty={
            <Notice
              title={t('mine.emptyTitle')}
              text={t('mine.emptyText')}
              actions={
                <Button variant="contained" component={Link} to={paths.home.href()}>
                  {t('mine.toSearch')}
                </Button>
              }
            />
          }
        >
          {(applications) => (
            <ul className={styles.cards}>
              {applications.map((application) => (
                <li key={application.externalId}>
                  <ApplicationCard application={application} onWithdraw={() => setWithdrawing(application)} />
                </li>
              ))}
            </ul>
          )}
        </ListResults>
        <ListPager list={list} answer={result.data} />
      </div>
      {withdrawing && (
        <WithdrawApplicationDialog
          application={withdrawing}
          onClose={() => setWithdrawing(undefined)}
          onDone={() => onDeleted(withdrawing.externalId)}
        />
      )}
    </PageContainer>
  );
}
