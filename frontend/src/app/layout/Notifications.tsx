import { type ComponentType, lazy, Suspense } from 'react';
import { useCurrentUser } from '../../features/session/useCurrentUser';

/** Nothing waits for visitors and students, who need not load how it is asked for. Without it the menus have no markers. */
const PollNotifications = lazy(() =>
  import('../../features/notifications/PollNotifications').then(
    (module): { default: ComponentType<{ role: 'ADMIN' | 'LANDLORD' }> } => ({
      default: module.PollNotifications,
    }),
    () => ({ default: () => null }),
  ),
);

export function Notifications() {
  const role = useCurrentUser()?.role;
  if (role !== 'ADMIN' && role !== 'LANDLORD') return null;
  return (
    <Suspense>
      <PollNotifications role={role} />
    </Suspense>
  );
}
