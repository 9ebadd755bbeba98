import { Navigate, useParams } from 'react-router-dom';
import { isNotFound } from '../../api/failure';
import { WizardPage } from '../../features/listing-wizard/WizardPage';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { ListingFailure } from './ListingFailure';

/** For new and existing listings. */
export function ListingWizardRoute() {
  const { id } = useParams();
  const user = useCurrentUser();
  // Only for a moment, during a logout.
  if (!user) return null;
  return (
    <WizardPage
      listingId={id}
      userId={user.externalId}
      mayEditEverything={user.role === 'ADMIN'}
      notFound={<NotFound />}
      renderFailure={(failure, retry) =>
        isNotFound(failure) ? <NotFound /> : <ListingFailure failure={failure} onRetry={retry} />
      }
    />
  );
}

const NotFound = () => <Navigate to="/page-404" replace />;
