import { AdministratorReviewPage } from '../../features/applications/review/AdministratorReviewPage';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

const DonationDialog = lazyPart(
  () => import('../../features/donations/DonationDialog').then((module) => module.DonationDialog),
  overlay,
);

export function AdministratorReviewRoute() {
  return (
    <AdministratorReviewPage
      renderDonation={(landlord, listing, close) => (
        <DonationDialog landlord={landlord} listing={listing} onClose={close} />
      )}
    />
  );
}
