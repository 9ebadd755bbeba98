import { StudentApplicationsPage } from '../../features/applications/StudentApplicationsPage';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

const DonationDialog = lazyPart(
  () => import('../../features/donations/DonationDialog').then((module) => module.DonationDialog),
  overlay,
);

export function StudentApplicationsRoute() {
  return (
    <StudentApplicationsPage
      renderDonation={(landlord, listing, close) => (
        <DonationDialog landlord={landlord} listing={listing} onClose={close} />
      )}
    />
  );
}
