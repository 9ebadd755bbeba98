import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useGetAdministratorNotificationsQuery, useGetLandlordNotificationsQuery } from '../../api/endpoints';
import { pendingCountsChanged } from './pendingCounts';

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
  useClearOnUnmount();
  return null;
}

function LandlordPoll() {
  const dispatch = useDispatch();
  const counts = useGetLandlordNotificationsQuery(undefined, polling).data?.payload;
  useEffect(() => {
    if (counts) dispatch(pendingCountsChanged({ applications: counts.pendingApplications }));
  }, [counts, dispatch]);
  useClearOnUnmount();
  return null;
}

/** The next user must not see the counts of the one before. */
function useClearOnUnmount() {
  const dispatch = useDispatch();
  useEffect(() => () => void dispatch(pendingCountsChanged({})), [dispatch]);
}
