import { useParams } from 'react-router-dom';
import { useGetListingQuery } from '../../api/initialEndpoints';
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
  return <Apply key={id} listingId={id} studentId={user.externalId} />;
}

function Apply({ listingId, studentId }: { listingId: string; studentId: string }) {
  const { data, error, refetch } = useGetListingQuery({ id: listingId });
  if (error && !data) return <ListingFailure failure={error} onRetry={() => void refetch()} />;
  const listing = data?.payload;
  return (
    <ApplyPage
      listing={listing}
      studentId={studentId}
      card={listing ? <ListingCard listing={listing} eager /> : <CardSkeleton />}
    />
  );
}
