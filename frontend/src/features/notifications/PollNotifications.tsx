import { useEffect } from 'react';
import { useGetAdministratorNotificationsQuery, useGetLandlordNotificationsQuery } from '../../api/endpoints';
import { publishWaiting } from './waiting';

/** While nobody looks nothing is asked, and who comes back sees at once what is new. */
const polling = { pollingInterval: 10_000, skipPollingIfUnfocused: true, refetchOnFocus: true };

/** Asks again and again what waits, as long as it is mounted: from logging in to logging out. */
export function PollNotifications({ role }: { role: 'ADMIN' | 'LANDLORD' }) {
  return role === 'ADMIN' ? <OfAdministrator /> : <OfLandlord />;
}

function OfAdministrator() {
  const counts = useGetAdministratorNotificationsQuery(undefined, polling).data?.payload;
  useEffect(() => {
    if (!counts) return;
    publishWaiting({
      registrations: counts.pendingStudentRegistrationRequests + counts.pendingLandlordRegistrationRequests,
      applications: counts.pendingApplications,
      events: counts.pendingEvents,
    });
  }, [counts]);
  useForgetting();
  return null;
}

function OfLandlord() {
  const counts = useGetLandlordNotificationsQuery(undefined, polling).data?.payload;
  useEffect(() => {
    if (counts) publishWaiting({ applications: counts.pendingApplications });
  }, [counts]);
  useForgetting();
  return null;
}

/** The next to log in must not see what waited for somebody else. */
function useForgetting() {
  useEffect(() => () => publishWaiting(), []);
}
