import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type ApplicationResponse, type Decision, generatedApi } from '../generated';
import { application } from '../tags';
import { createOptimisticChanges } from './optimisticChanges';

type State = Parameters<typeof generatedApi.util.selectInvalidatedBy>[0];
type Lifecycle = {
  dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  getState: () => State;
  queryFulfilled: PromiseLike<unknown>;
};

/** The two decisions on an application: the landlord's and the administrator's. */
type DecisionField = 'status' | 'administratorApprovalStatus';

const reviews = createOptimisticChanges<object>();

export const keepOptimisticReviews = reviews.keep;

/**
 * Shows a decision in all cached pages of applications before the server responds, and rolls it
 * back on failure.
 */
export function applyOptimisticReview(
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
        const row = payload.find(({ externalId }) => externalId === id);
        if (row) change(row);
      }),
    );

  let before: Partial<ApplicationResponse> = {};
  return reviews.show(
    pages,
    (page) =>
      patch(page, (row) => {
        before = { [field]: row[field], waitingSince: row.waitingSince, overdue: row.overdue };
        // Only the response says whether it waits for the landlord now.
        if (row[field] !== decision)
          Object.assign(row, { [field]: decision, waitingSince: null, overdue: false });
      }),
    (page) => patch(page, (row) => Object.assign(row, before)),
    { queryFulfilled },
  );
}
