import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import {
  api,
  useGetAdministratorNotificationsQuery,
  useGetLandlordNotificationsQuery,
} from '../../api/endpoints';
import { application, event, LIST, registration } from '../../api/tags';
import { type PendingKind, pendingCountsChanged } from './pendingCounts';

/** A hidden tab does not poll, and refreshes when it is shown again. */
const polling = { pollingInterval: 10_000, skipPollingIfUnfocused: true, refetchOnFocus: true };

/** Polls the pending counts while mounted, from login to logout. */
export function PollNotifications({ role }: { role: 'ADMIN' | 'LANDLORD' }) {
  return role === 'ADMIN' ? <AdministratorPoll /> : <LandlordPoll />;
}

function AdministratorPoll() {
  const dispatch = useDispatch();
  const counts = useGetAdministratorNotificationsQuery(undefined, polling).data?.payload;
  useEffect(() => {
    if (!counts) return;
    const { pendingStudentRegistrationRequests, pendingLandlordRegistrationRequests } = counts;
    dispatch(
      pendingCountsChanged({
        registrations: pendingStudentRegistrationRequests + pendingLandlordRegistrationRequests,
        applications: counts.pendingApplications,
        events: counts.pendingEvents,
      }),
    );
  }, [counts, dispatch]);
  useRefreshList('registrations', counts?.pendingStudentRegistrationRequests);
  useRefreshList('registrations', counts?.pendingLandlordRegistrationRequests);
  useRefreshList('applications', counts?.pendingApplications);
  useRefreshList('events', counts?.pendingEvents);
  useClearOnUnmount();
  return null;
}

function LandlordPoll() {
  const dispatch = useDispatch();
  const counts = useGetLandlordNotificationsQuery(undefined, polling).data?.payload;
  useEffect(() => {
    if (counts) dispatch(pendingCountsChanged({ applications: counts.pendingApplications }));
  }, [counts, dispatch]);
  useRefreshList('applications', counts?.pendingApplications);
  useClearOnUnmount();
  return null;
}

const tagOf = { registrations: registration, applications: application, events: event };

/**
 * Reads the list of the pending items again when their count rises. A decision of this user lowers
 * the count, and has its list read itself.
 */
function useRefreshList(kind: PendingKind, count: number | undefined) {
  const dispatch = useDispatch();
  const before = useRef(count);
  useEffect(() => {
    const hasRisen = before.current !== undefined && count !== undefined && count > before.current;
    before.current = count;
    if (hasRisen) dispatch(api.util.invalidateTags([tagOf[kind](LIST)]));
  }, [kind, count, dispatch]);
}

/** The next user must not see the counts of the one before. */
function useClearOnUnmount() {
  const dispatch = useDispatch();
  useEffect(() => () => void dispatch(pendingCountsChanged({})), [dispatch]);
}
