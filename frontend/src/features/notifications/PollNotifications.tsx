import { useEffect } from 'react';
import { useGetAdministratorNotificationsQuery, useGetLandlordNotificationsQuery } from '../../api/endpoints';
import { setPendingCounts } from './pendingCounts';

/** A hidden tab does not poll, and refreshes when it is shown again. */
const polling = { pollingInterval: 10_000, skipPollingIfUnfocused: true, refetchOnFocus: true };

/** Polls the pending counts while mounted, from login to logout. */
export function PollNotifications({ role }: { role: 'ADMIN' | 'LANDLORD' }) {
  return role === 'ADMIN' ? <AdministratorPoll /> : <LandlordPoll />;
}

function AdministratorPoll() {
  const counts = useGetAdministratorNotificationsQuery(undefined, polling).data?.payload;
  useEffect(() => {
    if (!counts) return;
    setPendingCounts({
      registrations: counts.pendingStudentRegistrationRequests + counts.pendingLandlordRegistrationRequests,
      applications: counts.pendingApplications,
      events: counts.pendingEvents,
    });
  }, [counts]);
  useClearOnUnmount();
  return null;
}

function LandlordPoll() {
  const counts = useGetLandlordNotificationsQuery(undefined, polling).data?.payload;
  useEffect(() => {
    if (counts) setPendingCounts({ applications: counts.pendingApplications });
  }, [counts]);
  useClearOnUnmount();
  return null;
}

/** The next user must not see the counts of the one before. */
function useClearOnUnmount() {
  useEffect(() => () => setPendingCounts(), []);
}
