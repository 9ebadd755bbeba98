import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useGetAdministratorNotificationsQuery,
  useListApplicationsQuery,
  useReviewApplicationAsAdministratorMutation,
} from '../../../api/endpoints';
import { useExportApplicationsMutation } from '../../../api/listExports';
import type { ApplicationResponse, Decision, ParticipantResponse } from '../../../api/generated';
import { decisions } from '../../../ui/badge/decisions';
import { ChoiceChips } from '../../../ui/list/ChoiceChips';
import { ListDownload } from '../../../ui/list/ListDownload';
import { OldestFirstToggle } from '../../../ui/list/OldestFirstToggle';
import { useListParams } from '../../../ui/list/params/useListParams';
import { useDecisionOptions } from '../../../ui/badge/useDecisionOptions';
import { DonationCell } from './DonationCell';
import { ListingFilter } from './listing-filter/ListingFilter';
import { ReviewPage } from './ReviewPage';
import { useListingFilter } from './listing-filter/useListingFilter';
import { useReviewColumns } from './useReviewColumns';

const spec = {
  sortFields: [
    'lastModified',
    'dateCreated',
    'student.firstName',
    'student.lastName',
    'student.email',
    'listing.title',
  ],
  filters: { adminStatus: { values: decisions, preset: ['PENDING'] }, landlordStatus: { values: decisions } },
} as const;

const newest = { sortField: 'lastModified', sortDirection: 'DESC' } as const;
const oldest = {
  sortField: 'dateCreated' as const,
  sortDirection: 'ASC' as const,
  filters: { adminStatus: ['PENDING'] as Decision[], landlordStatus: [] },
};

const isOpen = ({ administratorApprovalStatus }: ApplicationResponse) =>
  administratorApprovalStatus === 'PENDING';
const isForwarded = ({ administratorApprovalStatus }: ApplicationResponse) =>
  administratorApprovalStatus === 'APPROVED';

/** The dialog belongs to another feature. */
type RenderDonation = (
  landlord: ParticipantResponse,
  listing: { externalId: string; title: string } | undefined,
  onClose: () => void,
) => ReactNode;
type Donation = { landlord: ParticipantResponse; listing: ApplicationResponse['listing'] };

/** The administrator's review: all applications, pending ones first. */
export function AdministratorReviewPage({ renderDonation }: { renderDonation: RenderDonation }) {
  // As soon as one is approved, its row needs the namespace donations.
  const { t } = useTranslation(['applications', 'donations']);
  const { listing, filter, scopeQuery, clear } = useListingFilter();
  const list = useListParams(spec, '', scopeQuery);
  const { filters, ...order } = list.params;
  const query = { ...order, ...filters, ...filter };
  const result = useListApplicationsQuery(query, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const [download, { isLoading: isDownloading }] = useExportApplicationsMutation();
  const [send] = useReviewApplicationAsAdministratorMutation();
  const decisionOptions = useDecisionOptions();
  const columns = useReviewColumns();
  // The landlord's decision matters only after ours.
  const rows = result.data?.payload ?? [];
  const showsLandlordReview = rows.some(isForwarded);
  const [donation, setDonation] = useState<Donation>();
  const { data: notifications } = useGetAdministratorNotificationsQuery();

  return (
    <ReviewPage
      title={t('review.administratorTitle')}
      hint={t('review.administratorHint')}
      by="administrator"
      isOpen={isOpen}
      send={send}
      list={list}
      sortFields={spec.sortFields}
      result={result}
      listingFilter={
        listing !== undefined && <ListingFilter listing={listing} applications={rows} onClear={clear} />
      }
      download={<ListDownload download={() => download(query)} busy={isDownloading} />}
      shortcut={
        <OldestFirstToggle
          shown={Boolean(notifications?.payload.pendingApplications) || rows.some(isOpen)}
          pressed={list.isShowing(oldest)}
          onChange={(pressed) => list.change(pressed ? oldest : newest)}
        />
      }
      columns={({ startReview, openLetter }) => [
        columns.student(() => false),
        columns.letter(openLetter),
        columns.landlord,
        // Space for long words of a title; at 1280 px the names need it more.
        { ...columns.listing, width: 'clamp(10rem, 40vw - 21rem, 16rem)' },
        columns.status(({ administratorApprovalStatus }) => administratorApprovalStatus),
        columns.lastModified,
        columns.review(
          isOpen,
          startReview,
          (application) =>
            isForwarded(application) && (
              <DonationCell
                application={application}
                onOpen={(landlord) => setDonation({ landlord, listing: application.listing })}
              />
            ),
        ),
        ...(showsLandlordReview ? [columns.landlordReview] : []),
      ]}
      filters={
        <>
          <ChoiceChips
            label={t('review.administratorStatus')}
            options={decisionOptions}
            chosen={filters.adminStatus}
            onChange={(adminStatus) => list.change({ filters: { ...filters, adminStatus } })}
          />
          <ChoiceChips
            label={t('review.landlordStatus')}
            options={decisionOptions}
            chosen={filters.landlordStatus}
            onChange={(landlordStatus) => list.change({ filters: { ...filters, landlordStatus } })}
          />
        </>
      }
      dialog={
        donation &&
        renderDonation(donation.landlord, existing(donation.listing), () => setDonation(undefined))
      }
    />
  );
}

/** Undefined after the deletion of the listing. */
const existing = ({ externalId, title }: ApplicationResponse['listing']) =>
  externalId === null ? undefined : { externalId, title };
