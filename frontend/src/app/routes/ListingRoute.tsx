import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { ListingResponse } from '../../api/generated';
import { ListingPage } from '../../features/listings/detail/ListingPage';
import { ReportLink } from '../../features/reports/ReportLink';
import { TakedownButton } from '../../features/reports/TakedownButton';
import { type CurrentUser, useCurrentUser } from '../../features/session/useCurrentUser';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { paths } from '../paths';
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
        <>
          <Edit listing={listing} reader={user} />
          <Moderation listing={listing} reader={user} />
        </>
      )}
      renderFailure={(failure, retry) => <ListingFailure failure={failure} onRetry={retry} />}
    />
  );
}

/** For the landlord of the listing and for administrators. */
function Edit({ listing, reader }: { listing: ListingResponse; reader: CurrentUser }) {
  const { t } = useTranslation('listings');
  const mayEdit = reader?.role === 'ADMIN' || reader?.externalId === listing.landlord.externalId;
  if (!mayEdit) return null;
  return (
    <ButtonLink variant="outlined" fullWidth to={paths.manageListing.href(listing.externalId)}>
      {t('detail.edit')}
    </ButtonLink>
  );
}

/** Administrators take down; all others but the landlord of the listing can report. */
function Moderation({ listing, reader }: { listing: ListingResponse; reader: CurrentUser }) {
  if (reader?.role === 'ADMIN') {
    return listing.takedownReason === null && <TakedownButton listing={listing} />;
  }
  return reader?.externalId !== listing.landlord.externalId && <ReportLink listing={listing} />;
}
