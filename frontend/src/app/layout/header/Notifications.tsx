import { useCurrentUser } from '../../../features/session/useCurrentUser';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { optional } from '../../../ui/lazy/PartFailure';

/** Lazy: guests and students never need it. If it fails to load, the menus have no markers. */
const PollNotifications = lazyPart(
  () =>
    import('../../../features/notifications/PollNotifications').then((module) => module.PollNotifications),
  optional,
);

export function Notifications() {
  const role = useCurrentUser()?.role;
  if (role !== 'ADMIN' && role !== 'LANDLORD') return null;
  return <PollNotifications role={role} />;
}
