import { lazy, Suspense } from 'react';
import { EventsPage } from '../../features/events/EventsPage';

const DonationDialog = lazy(() =>
  import('../../features/donations/DonationDialog').then((module) => ({ default: module.DonationDialog })),
);
const TakedownDialog = lazy(() =>
  import('../../features/reports/TakedownDialog').then((module) => ({ default: module.TakedownDialog })),
);

export function EventsRoute() {
  return (
    <EventsPage
      renderDialog={(action, listing, close) => (
        <Suspense>
          {action === 'donation' ? (
            <DonationDialog landlord={listing.landlord} listing={listing} onClose={close} />
          ) : (
            <TakedownDialog listing={listing} onClose={close} />
          )}
        </Suspense>
      )}
    />
  );
}
