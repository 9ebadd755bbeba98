import { AdministratorReviewPage } from '../../features/applications/review/AdministratorReviewPage';
import { LazyDonationDialog } from '../../features/donations/LazyDonationDialog';

export function AdministratorReviewRoute() {
  return (
    <AdministratorReviewPage
      renderDonation={(landlord, listing, close) => (
        <LazyDonationDialog landlord={landlord} listing={listing} onClose={close} />
      )}
    />
  );
}
