import { LazyDonationDialog } from '../../features/donations/LazyDonationDialog';
import { EventsPage } from '../../features/events/EventsPage';
import { LazyTakedownDialog } from '../../features/reports/LazyTakedownDialog';

export function EventsRoute() {
  return (
    <EventsPage
      renderDialog={({ action, listing }, close, onTakenDown) =>
        action === 'donation' ? (
          <LazyDonationDialog landlord={listing.landlord} listing={listing} onClose={close} />
        ) : (
          <LazyTakedownDialog listing={listing} onClose={close} onDone={onTakenDown} />
        )
      }
    />
  );
}
