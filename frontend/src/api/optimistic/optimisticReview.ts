import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type ApplicationResponse, type Decision, generatedApi } from '../generated';
import { application } from '../tags';

type State = Parameters<typeof generatedApi.util.selectInvalidatedBy>[0];
type Lifecycle = {
  dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  getState: () => State;
  queryFulfilled: PromiseLike<unknown>;
};

/** The two decisions on an application: the landlord's and the administrator's. */
type DecisionField = 'status' | 'administratorApprovalStatus';
/** Shows a decision that is being sent in a page. */
type Review = (page: object) => void;

const reviews = new Set<Review>();
/** For each page that is being read, the reviews that its response may not contain. */
const reads = new Set<Set<Review>>();

/**
 * Shows a decision in all cached pages of applications before the server responds, and rolls it
 * back on failure.
 */
export async function applyOptimisticReview(
  id: string,
  field: DecisionField,
  decision: Decision,
  { dispatch, getState, queryFulfilled }: Lifecycle,
): Promise<void> {
  const pages = () =>
    generatedApi.util
      .selectInvalidatedBy(getState(), [application(id)])
      .filter(({ endpointName }) => endpointName === 'listApplications')
      .map(({ originalArgs }) => originalArgs as object);
  const patch = (args: object, change: (row: ApplicationResponse) => void) =>
    dispatch(
      generatedApi.util.updateQueryData('listApplications', args, ({ payload }) => {
        // By id: a page that was read again may have the row elsewhere, or no longer.
        const row = payload.find(({ externalId }) => externalId === id);
        if (row) change(row);
      }),
    );

  let before: Partial<ApplicationResponse> = {};
  const review: Review = (page) =>
    patch(page, (row) => {
      before = { [field]: row[field], waitingSince: row.waitingSince, overdue: row.overdue };
      // Only the response says whether it waits for the landlord now.
      if (row[field] !== decision)
        Object.assign(row, { [field]: decision, waitingSince: null, overdue: false });
    });
  reviews.add(review);
  for (const missing of reads) missing.add(review);
  for (const page of pages()) review(page);
  try {
    await queryFulfilled;
  } catch {
    for (const missing of reads) missing.delete(review);
    for (const page of pages()) patch(page, (row) => Object.assign(row, before));
  }
  reviews.delete(review);
}

/** Shows the reviews in a page that was read before the server had them. */
export async function keepOptimisticReviews(
  page: object,
  { queryFulfilled }: Pick<Lifecycle, 'queryFulfilled'>,
): Promise<void> {
  const missing = new Set(reviews);
  reads.add(missing);
  try {
    await queryFulfilled;
    for (const review of missing) review(page);
  } catch {
    // The cached page has them.
  }
  reads.delete(missing);
}
