import { useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { isNotFound } from '../../api/failure';
import type { ListingResponse } from '../../api/generated';
import { useGetListingQuery } from '../../api/initialEndpoints';
import { ListingPage } from '../../features/listings/detail/ListingPage';
import { ReportLink } from '../../features/reports/ReportLink';
import { TakedownButton } from '../../features/reports/TakedownButton';
import { type CurrentUser, useCurrentUser } from '../../features/session/useCurrentUser';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { useFocusAfterDeletion } from '../../ui/list/useFocusAfterDeletion';
import { FavouriteHeart } from '../student/favourites';
import { paths } from '../paths';
import { ListingFailure } from './ListingFailure';

export function ListingRoute() {
  const { id = '' } = useParams();
  return <Listing key={id} id={id} />;
}

function Listing({ id }: { id: string }) {
  const { data, error, refetch } = useGetListingQuery({ id });
  // Deferred, so that the page stays responsive on a slow phone.
  const listing = useDeferredValue(data?.payload);
  const user = useCurrentUser();
  const heading = useRef<HTMLHeadingElement>(null);
  // A takedown removes its button.
  const onTakenDown = useFocusAfterDeletion(listing?.takedownReason === null ? [listing] : [], heading);
  // A listing that is already shown stays when reading it again fails, as after a lost connection.
  if (error && (!data || isNotFound(error)))
    return <ListingFailure failure={error} onRetry={() => void refetch()} />;
  return (
    <ListingPage
      id={id}
      listing={data && listing}
      headingRef={heading}
      mayApply={mayApply(user)}
      reader={user?.role === 'ADMIN' ? 'administrator' : 'landlord'}
      toolbarActions={listing && <FavouriteHeart listing={listing} look="action" />}
    >
      {listing && (
        <>
          <Edit listing={listing} reader={user} />
          <Moderation listing={listing} reader={user} onTakenDown={() => onTakenDown(id)} />
        </>
      )}
    </ListingPage>
  );
}

/** Undefined until the user is known. */
const mayApply = (user: CurrentUser): boolean | undefined =>
  user === undefined ? undefined : user === null || user.role === 'STUDENT';

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

type ModerationProps = { listing: ListingResponse; reader: CurrentUser; onTakenDown: () => void };

/** Administrators take down; all others but the landlord of the listing can report. */
function Moderation({ listing, reader, onTakenDown }: ModerationProps) {
  if (reader?.role === 'ADMIN') {
    return listing.takedownReason === null && <TakedownButton listing={listing} onTakenDown={onTakenDown} />;
  }
  return reader?.externalId !== listing.landlord.externalId && <ReportLink listing={listing} />;
}
