import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useGetAdministratorNotificationsQuery } from '../../../api/endpoints';
import type { RegistrationStatus } from '../../../api/generated';
import { decisions } from '../../../ui/badge/decisions';
import { lazyPart, preload } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';
import { ChoiceChips } from '../../../ui/list/ChoiceChips';
import { ListDownload } from '../../../ui/list/ListDownload';
import { OldestFirstToggle } from '../../../ui/list/OldestFirstToggle';
import { SelectionBar } from '../../../ui/list/table/SelectionBar';
import { TablePage } from '../../../ui/list/table/TablePage';
import { useListParams } from '../../../ui/list/params/useListParams';
import { findNextOpen, useFocusNextRow } from '../../../ui/list/table/useFocusNextRow';
import { useKeepFocus } from '../../../ui/list/table/useKeepFocus';
import { useSelection } from '../../../ui/list/table/useSelection';
import { TabbedPanel } from '../../../ui/panel/TabbedPanel';
import { useDecisionOptions } from '../../../ui/badge/useDecisionOptions';
import { type ApplicantKind, applicantKinds, type Registration } from './registrations';
import { useRegistrations } from './useRegistrations';
import { useRegistrationColumns } from './useRegistrationColumns';

const loadReview = () => import('./RegistrationReviewDialog');
const loadApproveSelected = () => import('./ApproveSelectedDialog');
const RegistrationReviewDialog = lazyPart(
  () => loadReview().then((module) => module.RegistrationReviewDialog),
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

/** The server's limit for one call. */
const maxApprovals = 50;

const isOpen = ({ status }: Registration) => status === 'PENDING';

/**
 * Registrations of students and of landlords, pending ones first. `notice`: above the list; this is
 * the first page of administrators.
 */
export function RegistrationsPage({ notice }: { notice: ReactNode }) {
  // Includes the namespaces of the rows and of the notice: one that waits for its own would suspend the page, and
  // take the focus from the fields.
  const { t } = useTranslation(['registrations', 'lists', 'userDetails', 'secondFactor']);
  const { kind, tabQuery, chooseTab } = useApplicantKind();
  const list = useListParams(spec, tabQuery);
  const { filters, ...order } = list.params;
  const { result, review, approveAll, download, isDownloading } = useRegistrations(kind, {
    ...order,
    ...filters,
  });
  const decisionOptions = useDecisionOptions();
  const rows = result.data?.payload ?? [];
  const [reviewed, setReviewed] = useState<Registration>();
  const [approving, setApproving] = useState<readonly Registration[]>();
  const selection = useSelection(rows, isOpen, list.key, maxApprovals);
  const columns = useRegistrationColumns(kind, setReviewed, selection);
  const next = reviewed && findNextOpen(rows, reviewed, isOpen);
  const { headingRef, focusRow } = useFocusNextRow();
  useKeepFocus(headingRef);
  const pendingCounts = useCountsByKind();
  // The dialogs are loaded ahead, because reviews are the main task of the page.
  useEffect(() => preload(loadReview, loadApproveSelected), []);

  return (
    <TablePage
      title={t('title')}
      count={(count) => t('count', { count })}
      shortcut={
        <OldestFirstToggle
          shown={pendingCounts[kind] > 0 || rows.some(isOpen)}
          pressed={list.isShowing(oldest)}
          onChange={(pressed) => list.change(pressed ? oldest : newest)}
        />
      }
      download={<ListDownload download={download} busy={isDownloading} />}
      headingRef={headingRef}
      alert={notice}
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
            pendingCount: pendingCounts[value],
          }))}
          value={kind}
          onChange={chooseTab}
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
        <RegistrationReviewDialog
          key={reviewed.externalId}
          registration={reviewed}
          send={review}
          hasNext={next !== undefined}
          onClose={() => setReviewed(undefined)}
          onDecided={(goOn) => {
            setReviewed(goOn ? next : undefined);
            if (!goOn || !next) focusRow(next);
          }}
        />
      )}
      {approving && (
        <ApproveSelectedDialog
          registrations={approving}
          send={approveAll}
          onClose={() => setApproving(undefined)}
          onDone={(approved) => {
            setApproving(undefined);
            selection.clear();
            focusRow(rows.find((row) => isOpen(row) && !approved.includes(row.externalId)));
          }}
        />
      )}
    </TablePage>
  );
}

/** The pending registrations, on all pages of the list. */
function useCountsByKind(): Record<ApplicantKind, number> {
  const counts = useGetAdministratorNotificationsQuery().data?.payload;
  return {
    students: counts?.pendingStudentRegistrationRequests ?? 0,
    landlords: counts?.pendingLandlordRegistrationRequests ?? 0,
  };
}

/**
 * The chosen tab is part of the address. Changing it keeps the search and begins at the first page.
 */
function useApplicantKind() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const kind: ApplicantKind =
    new URLSearchParams(search).get('tab') === 'landlords' ? 'landlords' : 'students';
  return {
    kind,
    tabQuery: kind === 'landlords' ? 'tab=landlords' : '',
    chooseTab: (chosen: string) => {
      const query = new URLSearchParams(search);
      query.delete('page');
      query.delete('tab');
      const others = query.toString();
      const tab = chosen === 'landlords' ? ['tab=landlords'] : [];
      void navigate({ pathname, search: [...tab, ...(others ? [others] : [])].join('&') });
    },
  };
}
