import { lazy, Suspense } from 'react';
import { StudentApplicationsPage } from '../../features/applications/StudentApplicationsPage';

const DonationDialog = lazy(() =>
  import('../../features/donations/DonationDialog').then((module) => ({ default: module.DonationDialog })),
);

export function StudentApplicationsRoute() {
  return (
    <StudentApplicationsPage
      renderDonation={(landlord, listing, close) => (
        <Suspense>
          <DonationDialog landlord={landlord} listing={listing} onClose={close} />
        </Suspense>
      )}
    />
  );
}
