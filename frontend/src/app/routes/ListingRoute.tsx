import { useParams } from 'react-router-dom';
import { ListingPage } from '../../features/listings/ListingPage';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { ListingFailure } from './ListingFailure';

export function ListingRoute() {
  const { id = '' } = useParams();
  const user = useCurrentUser();
  return (
    <ListingPage
      key={id}
      id={id}
      mayApply={user === undefined ? undefined : user === null || user.role === 'STUDENT'}
      renderFailure={(failure, retry) => <ListingFailure failure={failure} onRetry={retry} />}
    />
  );
}
