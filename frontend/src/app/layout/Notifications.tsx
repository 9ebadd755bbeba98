import { useCurrentUser } from '../../features/session/useCurrentUser';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { optional } from '../../ui/lazy/PartFailure';

/** Nothing waits for visitors and students, who need not load how it is asked for. Without it the menus have no markers. */
const PollNotifications = lazyPart(
  () => import('../../features/notifications/PollNotifications').then((module) => module.PollNotifications),
  optional,
);

export function Notifications() {
  const role = useCurrentUser()?.role;
  if (role !== 'ADMIN' && role !== 'LANDLORD') return null;
  return <PollNotifications role={role} />;
}
