import { useTranslation } from 'react-i18next';
import { useListApplicationsQuery, useReviewApplicationMutation } from '../../api/endpoints';
import type { ApplicationResponse } from '../../api/generated';
import { decisions } from '../../ui/decisions';
import { ChoiceChips } from '../../ui/list/ChoiceChips';
import { useListParams } from '../../ui/list/useListParams';
import { useDecisionOptions } from '../../ui/useDecisionOptions';
import { ReviewPage } from './ReviewPage';
import { useReviewColumns } from './useReviewColumns';

const spec = {
  sortFields: ['lastModified', 'dateCreated', 'student.firstName', 'student.lastName', 'listing.title'],
  filters: { status: { values: decisions, preset: ['PENDING'] } },
} as const;

const isOpen = ({ status }: ApplicationResponse) => status === 'PENDING';

/** The landlord's desk: what an administrator has passed on, beginning with what waits. */
export function ApplicationsPage() {
  const { t } = useTranslation('applications');
  const list = useListParams(spec);
  const { filters, ...order } = list.params;
  const result = useListApplicationsQuery({ ...order, ...filters }, { refetchOnMountOrArgChange: true });
  const [send] = useReviewApplicationMutation();
  const decisionOptions = useDecisionOptions();
  const columns = useReviewColumns();

  return (
    <ReviewPage
      title={t('review.landlordTitle')}
      hint={t('review.landlordHint')}
      by="landlord"
      send={send}
      list={list}
      sortFields={spec.sortFields}
      result={result}
      columns={(review) => [
        columns.student(isOpen),
        columns.letter,
        columns.listing,
        columns.status(({ status }) => status),
        columns.lastModified,
        columns.review(isOpen, review),
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
