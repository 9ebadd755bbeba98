import { EventsPage } from '../../features/events/EventsPage';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

const DonationDialog = lazyPart(
  () => import('../../features/donations/DonationDialog').then((module) => module.DonationDialog),
  overlay,
);
const TakedownDialog = lazyPart(
  () => import('../../features/reports/TakedownDialog').then((module) => module.TakedownDialog),
  overlay,
);

export function EventsRoute() {
  return (
    <EventsPage
      renderDialog={({ action, listing }, close, onTakenDown) =>
        action === 'donation' ? (
          <DonationDialog landlord={listing.landlord} listing={listing} onClose={close} />
        ) : (
          <TakedownDialog listing={listing} onClose={close} onDone={onTakenDown} />
        )
      }
    />
  );
}
