import type { To } from 'react-router-dom';
import type { AuditEntityType, AuditEntryResponse } from '../../api/generated';
import { paths } from '../../app/paths';

type FindAddress = (entry: AuditEntryResponse) => To | undefined;

const listAddress = (pathname: string, query: Record<string, string>): To => ({
  pathname,
  search: new URLSearchParams(query).toString(),
});

const listingAddress: FindAddress = ({ action, entity, entityId }) => {
  const isGone = action === 'LISTING_DELETED' || entity?.listing?.externalId === null;
  return isGone || !entityId ? undefined : paths.listing.href(entityId);
};

const userAddress: FindAddress = ({ entity }) =>
  entity?.person ? listAddress(paths.users.href(), { keyword: entity.person.email }) : undefined;

/** The registration of the user or of the document, in any status. */
const registrationAddress: FindAddress = ({ entity }) => {
  if (!entity?.person) return undefined;
  const { email, role } = entity.person;
  return listAddress(paths.registrationRequests.href(), {
    ...(role === 'LANDLORD' && { tab: 'landlords' }),
    keyword: email,
    status: 'ANY',
  });
};

const applicationAddress: FindAddress = ({ entity }) =>
  entity?.person
    ? listAddress(paths.studentApplications.href(), { adminStatus: 'ANY', keyword: entity.person.email })
    : undefined;

const eventAddress: FindAddress = ({ entity }) => {
  const about = entity?.listing?.title ?? entity?.person?.lastName;
  return about ? listAddress(paths.events.href(), { showAll: 'true', keyword: about }) : undefined;
};

const addresses: Partial<Record<string, FindAddress>> = {
  APPLICATION: applicationAddress,
  AUDIT: () => undefined,
  DOCUMENT: registrationAddress,
  EVENT: eventAddress,
  LISTING: listingAddress,
  REGISTRATION: registrationAddress,
  SETTING: () => paths.settings.href(),
  USER: userAddress,
} satisfies Record<AuditEntityType, FindAddress>;

/**
 * The address where an administrator finds the entity of an entry; undefined if there is none, or
 * if it was deleted, or of a type that only a newer server knows.
 */
export const findEntityAddress: FindAddress = (entry) => addresses[entry.entityType ?? '']?.(entry);
