import { useParams } from 'react-router-dom';
import { ApplyPage } from '../../features/applications/ApplyPage';
import { CardSkeleton } from '../../features/listings/CardSkeleton';
import { ListingCard } from '../../features/listings/ListingCard';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { ListingFailure } from './ListingFailure';

export function ApplyRoute() {
  const { id = '' } = useParams();
  const user = useCurrentUser();
  // Only for an instant, while somebody logs out: the guard lets in students alone.
  if (!user) return null;
  return (
    <ApplyPage
      key={id}
      listingId={id}
      studentId={user.externalId}
      renderCard={(listing) => (listing ? <ListingCard listing={listing} eager /> : <CardSkeleton />)}
      renderFailure={(failure, retry) => <ListingFailure failure={failure} onRetry={retry} />}
    />
  );
}
