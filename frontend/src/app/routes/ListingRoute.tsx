import Box from '@mui/material/Box';
import { useParams } from 'react-router-dom';
import type { ListingResponse } from '../../api/generated';
import { ListingPage } from '../../features/listings/ListingPage';
import { ReportLink } from '../../features/reports/ReportLink';
import { TakedownButton } from '../../features/reports/TakedownButton';
import { type CurrentUser, useCurrentUser } from '../../features/session/useCurrentUser';
import { ListingFailure } from './ListingFailure';

export function ListingRoute() {
  const { id = '' } = useParams();
  const user = useCurrentUser();
  return (
    <ListingPage
      key={id}
      id={id}
      mayApply={user === undefined ? undefined : user === null || user.role === 'STUDENT'}
      reader={user?.role === 'ADMIN' ? 'administrator' : 'landlord'}
      renderActions={(listing) => (
        <Box sx={{ display: 'grid', justifyItems: 'center', mt: 2 }}>
          <Moderation listing={listing} reader={user} />
        </Box>
      )}
      renderFailure={(failure, retry) => <ListingFailure failure={failure} onRetry={retry} />}
    />
  );
}

/** Administrators take down; everybody but the listing's own landlord can report. */
function Moderation({ listing, reader }: { listing: ListingResponse; reader: CurrentUser }) {
  if (reader?.role === 'ADMIN') {
    return listing.takedownReason === null && <TakedownButton listing={listing} />;
  }
  return reader?.externalId !== listing.landlord.externalId && <ReportLink listing={listing} />;
}
