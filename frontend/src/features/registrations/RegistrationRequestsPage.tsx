import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useGetAdministratorNotificationsQuery } from '../../api/endpoints';
import type { RegistrationStatus } from '../../api/generated';
import { decisions } from '../../ui/decisions';
import { lazyPart, prepare } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';
import { ChoiceChips } from '../../ui/list/ChoiceChips';
import { ListDownload } from '../../ui/list/ListDownload';
import { OldestFirst } from '../../ui/list/OldestFirst';
import { SelectionBar } from '../../ui/list/SelectionBar';
import { TablePage } from '../../ui/list/TablePage';
import { useListParams } from '../../ui/list/useListParams';
import { nextOpen, useNextRow } from '../../ui/list/useNextRow';
import { useSelection } from '../../ui/list/useSelection';
import { TabbedPanel } from '../../ui/TabbedPanel';
import { useDecisionOptions } from '../../ui/useDecisionOptions';
import { type ApplicantKind, applicantKinds, type RegistrationRequest } from './requests';
import { useRegistrationRequests } from './useRegistrationRequests';
import { useRequestColumns } from './useRequestColumns';

const loadReview = () => import('./RequestReviewDialog');
const loadApproveSelected = () => import('./ApproveSelectedDialog');
const RequestReviewDialog = lazyPart(
  () => loadReview().then((module) => module.RequestReviewDialog),
  overlay,
);
const ApproveSelectedDialog = lazyPart(
  () => loadApproveSelected().then((module) => module.ApproveSelectedDialog),
  overlay,
);

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

/** The server decides on so many in one call. */
const mostAtOnce = 50;

const isOpen = ({ status }: RegistrationRequest) => status === 'PENDING';

/** Who wants to join: students and landlords, beginning with those who wait for a decision. */
export function RegistrationRequestsPage() {
  // With the texts of the rows: rows that wait for theirs take the page along, and the focus of whoever types in it.
  const { t } = useTranslation(['registrationRequests', 'lists', 'people']);
  const { kind, kept, choose } = useApplicantKind();
  const list = useListParams(spec, kept);
  const { filters, ...order } = list.params;
  const { result, review, approveAll, download, isDownloading } = useRegistrationRequests(kind, {
    ...order,
    ...filters,
  });
  const decisionOptions = useDecisionOptions();
  const rows = result.data?.payload ?? [];
  const [reviewed, setReviewed] = useState<RegistrationRequest>();
  const [approving, setApproving] = useState<readonly RegistrationRequest[]>();
  const selection = useSelection(rows, isOpen, list.key, mostAtOnce);
  const columns = useRequestColumns(kind, setReviewed, selection);
  const next = reviewed && nextOpen(rows, reviewed, isOpen);
  const { headingRef, goOnWith } = useNextRow();
  const waiting = useWaiting();
  // Reviews are what the page is for: the first one must not wait for its dialog.
  useEffect(() => prepare(loadReview, loadApproveSelected), []);

  return (
    <TablePage
      title={t('title')}
      count={(count) => t('count', { count })}
      shortcut={
        <OldestFirst
          shown={waiting[kind] > 0 || rows.some(isOpen)}
          pressed={list.shows(oldest)}
          onChange={(pressed) => list.change(pressed ? oldest : newest)}
        />
      }
      download={<ListDownload download={download} busy={isDownloading} />}
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
          tabs={applicantKinds.map((value) => ({
            value,
            label: t(`tab.${value}`),
            waiting: waiting[value],
          }))}
          value={kind}
          onChange={choose}
        >
          {table}
        </TabbedPanel>
      )}
      columns={columns}
      selection={
        <SelectionBar selection={selection}>
          {selection.selected.length > 0 && (
            <Button
              variant="contained"
              aria-haspopup="dialog"
              onClick={() => setApproving(selection.selected)}
            >
              {t('selected.approve', { count: selection.selected.length })}
            </Button>
          )}
        </SelectionBar>
      }
      result={result}
      empty={{ title: t('emptyTitle'), text: t(`emptyText.${kind}`) }}
    >
      {reviewed && (
        <RequestReviewDialog
          key={reviewed.externalId}
          request={reviewed}
          send={review}
          hasNext={next !== undefined}
          onClose={() => setReviewed(undefined)}
          onDecided={(goOn) => {
            setReviewed(goOn ? next : undefined);
            if (!goOn || !next) goOnWith(next);
          }}
        />
      )}
      {approving && (
        <ApproveSelectedDialog
          requests={approving}
          send={approveAll}
          onClose={() => setApproving(undefined)}
          onDone={(approved) => {
            setApproving(undefined);
            selection.clear();
            goOnWith(rows.find((row) => isOpen(row) && !approved.includes(row.externalId)));
          }}
        />
      )}
    </TablePage>
  );
}

/** How many requests wait in all, on this page of the list or on another. */
function useWaiting(): Record<ApplicantKind, number> {
  const counts = useGetAdministratorNotificationsQuery().data?.payload;
  return {
    students: counts?.pendingStudentRegistrationRequests ?? 0,
    landlords: counts?.pendingLandlordRegistrationRequests ?? 0,
  };
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
