import { Navigate, useParams } from 'react-router-dom';
import type { Failure } from '../../api/failure';
import { WizardPage } from '../../features/listings/wizard/WizardPage';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { ListingFailure } from './ListingFailure';

/** For a new listing and for one that exists. */
export function ListingWizardRoute() {
  const { id } = useParams();
  const user = useCurrentUser();
  // Only for an instant, while somebody logs out: the guard lets in nobody else.
  if (!user) return null;
  return (
    <WizardPage
      listingId={id}
      userId={user.externalId}
      mayEditEverything={user.role === 'ADMIN'}
      renderNotFound={() => <NotFound />}
      renderFailure={(failure, retry) =>
        isGone(failure) ? <NotFound /> : <ListingFailure failure={failure} onRetry={retry} />
      }
    />
  );
}

const NotFound = () => <Navigate to="/page-404" replace />;

const isGone = (failure: Failure): boolean =>
  failure !== undefined && 'status' in failure && failure.status === 404;
