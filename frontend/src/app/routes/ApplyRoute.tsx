import { useParams } from 'react-router-dom';
import { ApplyPage } from '../../features/applications/apply/ApplyPage';
import { CardSkeleton } from '../../features/listings/card/CardSkeleton';
import { ListingCard } from '../../features/listings/card/ListingCard';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { ListingFailure } from './ListingFailure';

export function ApplyRoute() {
  const { id = '' } = useParams();
  const user = useCurrentUser();
  // Only for a moment, during a logout: the guard admits only students.
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
