import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type ApplicationResponse, generatedApi } from '../generated';
import { application } from '../tags';

type State = Parameters<typeof generatedApi.util.selectInvalidatedBy>[0];
type Lifecycle = {
  dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  getState: () => State;
  queryFulfilled: PromiseLike<unknown>;
};

type Decided = Pick<ApplicationResponse, 'waitingSince' | 'overdue'> &
  Partial<Pick<ApplicationResponse, 'status' | 'administratorApprovalStatus'>>;

/**
 * Shows a decision in all cached pages of applications before the server responds, and rolls it
 * back on failure.
 */
export async function applyOptimisticReview(
  id: string,
  decided: Decided,
  lifecycle: Lifecycle,
): Promise<void> {
  const { dispatch, getState, queryFulfilled } = lifecycle;
  const pages = generatedApi.util
    .selectInvalidatedBy(getState(), [application(id)])
    .filter(({ endpointName }) => endpointName === 'listApplications');
  const patch = (args: object, change: (row: ApplicationResponse) => void) =>
    dispatch(
      generatedApi.util.updateQueryData('listApplications', args, ({ payload }) => {
        // By id: a page that was read again may have the row elsewhere, or no longer.
        const row = payload.find(({ externalId }) => externalId === id);
        if (row) change(row);
      }),
    );

  const before = new Map<object, Decided>();
  for (const { originalArgs } of pages) {
    patch(originalArgs, (row) => {
      const { status, administratorApprovalStatus, waitingSince, overdue } = row;
      before.set(originalArgs, { status, administratorApprovalStatus, waitingSince, overdue });
      Object.assign(row, decided);
    });
  }
  try {
    await queryFulfilled;
  } catch {
    for (const [args, previous] of before) patch(args, (row) => Object.assign(row, previous));
  }
}
