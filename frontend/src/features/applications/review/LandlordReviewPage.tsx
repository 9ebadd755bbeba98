import { useTranslation } from 'react-i18next';
import {
  useGetLandlordNotificationsQuery,
  useListApplicationsQuery,
  useReviewApplicationMutation,
} from '../../../api/endpoints';
import type { ApplicationResponse, Decision } from '../../../api/generated';
import { decisions } from '../../../ui/badge/decisions';
import { ChoiceChips } from '../../../ui/list/ChoiceChips';
import { OldestFirstToggle } from '../../../ui/list/OldestFirstToggle';
import { useListParams } from '../../../ui/list/params/useListParams';
import { useDecisionOptions } from '../../../ui/badge/useDecisionOptions';
import { ListingFilter } from './listing-filter/ListingFilter';
import { OverdueNotice } from './OverdueNotice';
import { ReviewPage } from './ReviewPage';
import { useLetting } from './letting/useLetting';
import { useListingFilter } from './listing-filter/useListingFilter';
import { useReviewColumns } from './useReviewColumns';

const spec = {
  sortFields: ['lastModified', 'dateCreated', 'student.firstName', 'student.lastName', 'listing.title'],
  filters: { status: { values: decisions, preset: ['PENDING'] } },
} as const;

const newest = { sortField: 'lastModified', sortDirection: 'DESC' } as const;
const oldest = {
  // The last change of an application that waits for the landlord is its forwarding.
  sortField: 'lastModified' as const,
  sortDirection: 'ASC' as const,
  filters: { status: ['PENDING'] as Decision[] },
};

const isOpen = ({ status }: ApplicationResponse) => status === 'PENDING';

/** The landlord's review: applications that administrators have forwarded, pending ones first. */
export function LandlordReviewPage() {
  const { t } = useTranslation('applications');
  const { listing, filter, scopeQuery, clear } = useListingFilter();
  const list = useListParams(spec, '', scopeQuery);
  const { filters, ...order } = list.params;
  const query = { ...order, ...filters, ...filter };
  const result = useListApplicationsQuery(query, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const [send] = useReviewApplicationMutation();
  const decisionOptions = useDecisionOptions();
  const columns = useReviewColumns();
  const letting = useLetting();
  const rows = result.data?.payload ?? [];
  const { data: notifications } = useGetLandlordNotificationsQuery();

  return (
    <ReviewPage
      title={t('review.landlordTitle')}
      hint={t('review.landlordHint')}
      by="landlord"
      isOpen={isOpen}
      send={send}
      list={list}
      listingFilter={
        listing !== undefined && <ListingFilter listing={listing} applications={rows} onClear={clear} />
      }
      notice={<OverdueNotice applications={rows} letting={letting} />}
      letting={letting}
      sortFields={spec.sortFields}
      result={result}
      shortcut={
        <OldestFirstToggle
          shown={Boolean(notifications?.payload.pendingApplications) || rows.some(isOpen)}
          pressed={list.isShowing(oldest)}
          onChange={(pressed) => list.change(pressed ? oldest : newest)}
        />
      }
      columns={({ startReview, openLetter }) => [
        columns.student(isOpen),
        columns.letter(openLetter),
        columns.listing,
        columns.status(({ status }) => status),
        columns.lastModified,
        columns.review(isOpen, startReview),
      ]}
      filters={
        <ChoiceChips
          label={t('status.label')}
          options={decisionOptions}
          chosen={filters.status}
          onChange={(status) => list.change({ filters: { status } })}
        />
      }
    />
  );
}
