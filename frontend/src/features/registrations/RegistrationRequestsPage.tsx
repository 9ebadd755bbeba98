import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useGetAdministratorNotificationsQuery } from '../../api/endpoints';
import type { RegistrationStatus } from '../../api/generated';
import { decisions } from '../../ui/decisions';
import { ChoiceChips } from '../../ui/list/ChoiceChips';
import { OldestFirst } from '../../ui/list/OldestFirst';
import { TablePage } from '../../ui/list/TablePage';
import { useListParams } from '../../ui/list/useListParams';
import { nextOpen, useNextRow } from '../../ui/list/useNextRow';
import { TabbedPanel } from '../../ui/TabbedPanel';
import { useDecisionOptions } from '../../ui/useDecisionOptions';
import { type ApplicantKind, applicantKinds, type RegistrationRequest } from './requests';
import { RequestReviewDialog } from './RequestReviewDialog';
import { useRegistrationRequests } from './useRegistrationRequests';
import { useRequestColumns } from './useRequestColumns';

const spec = {
  sortFields: ['lastModified', 'dateCreated', 'firstName', 'lastName', 'email', 'status'],
  filters: { status: { values: decisions, preset: ['PENDING'] } },
} as const;

const newest = { sortField: 'lastModified', sortDirection: 'DESC' } as const;
const oldest = {
  sortField: 'dateCreated' as const,
  sortDirection: 'ASC' as const,
  filters: { status: ['PENDING'] as RegistrationStatus[] },
};

const isOpen = ({ status }: RegistrationRequest) => status === 'PENDING';

/** Who wants to join: students and landlords, beginning with those who wait for a decision. */
export function RegistrationRequestsPage() {
  // With the texts of the rows: rows that wait for theirs take the page along, and the focus of whoever types in it.
  const { t } = useTranslation(['registrationRequests', 'lists', 'people']);
  const { kind, kept, choose } = useApplicantKind();
  const list = useListParams(spec, kept);
  const { filters, ...order } = list.params;
  const { result, review } = useRegistrationRequests(kind, { ...order, ...filters });
  const decisionOptions = useDecisionOptions();
  const [reviewed, setReviewed] = useState<RegistrationRequest>();
  const columns = useRequestColumns(kind, setReviewed);
  const rows = result.data?.payload ?? [];
  const { headingRef, goOnWith } = useNextRow();
  const waiting = useWaiting(kind);

  return (
    <TablePage
      title={t('title')}
      count={(count) => t('count', { count })}
      shortcut={
        <OldestFirst
          shown={waiting || rows.some(isOpen)}
          pressed={list.shows(oldest)}
          onChange={(pressed) => list.change(pressed ? oldest : newest)}
        />
      }
      headingRef={headingRef}
      hint={t('hint')}
      list={list}
      sortFields={spec.sortFields.map((field) => ({ value: field, label: t(`lists:sort.${field}`) }))}
      filters={
        <ChoiceChips
          label={t('status')}
          options={decisionOptions}
          chosen={filters.status}
          onChange={(status) => list.change({ filters: { status } })}
        />
      }
      renderFrame={(table) => (
        <TabbedPanel
          label={t('tabs')}
          tabs={applicantKinds.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={kind}
          onChange={choose}
        >
          {table}
        </TabbedPanel>
      )}
      columns={columns}
      result={result}
      empty={{ title: t('emptyTitle'), text: t(`emptyText.${kind}`) }}
    >
      {reviewed && (
        <RequestReviewDialog
          request={reviewed}
          send={review}
          onClose={() => setReviewed(undefined)}
          onDecided={() => {
            setReviewed(undefined);
            goOnWith(nextOpen(rows, reviewed, isOpen));
          }}
        />
      )}
    </TablePage>
  );
}

/** Whether requests of these people wait, on this page of the list or on another. */
function useWaiting(kind: ApplicantKind): boolean {
  const { data } = useGetAdministratorNotificationsQuery();
  if (!data) return false;
  const { pendingStudentRegistrationRequests, pendingLandlordRegistrationRequests } = data.payload;
  return (kind === 'students' ? pendingStudentRegistrationRequests : pendingLandlordRegistrationRequests) > 0;
}

/** The chosen tab is part of the address. Changing it keeps what was searched for, and begins at the first page. */
function useApplicantKind() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const kind: ApplicantKind =
    new URLSearchParams(search).get('tab') === 'landlords' ? 'landlords' : 'students';
  return {
    kind,
    kept: kind === 'landlords' ? 'tab=landlords' : '',
    choose: (chosen: string) => {
      const query = new URLSearchParams(search);
      query.delete('page');
      query.delete('tab');
      const others = query.toString();
      const tab = chosen === 'landlords' ? ['tab=landlords'] : [];
      void navigate({ pathname, search: [...tab, ...(others ? [others] : [])].join('&') });
    },
  };
}
