import type { To } from 'react-router-dom';
import type { AuditEntityType, AuditEntryResponse } from '../../api/generated';
import { paths } from '../../app/paths';

type FindPage = (entry: AuditEntryResponse) => To | undefined;

const listOf = (pathname: string, query: Record<string, string>): To => ({
  pathname,
  search: new URLSearchParams(query).toString(),
});

const listingPage: FindPage = ({ action, entity, entityId }) => {
  const isGone = action === 'LISTING_DELETED' || entity?.listing?.externalId === null;
  return isGone || !entityId ? undefined : paths.listing.href(entityId);
};

const userPage: FindPage = ({ entity }) =>
  entity?.person ? listOf(paths.users.href(), { keyword: entity.person.email }) : undefined;

/** The request of who signed up or sent the document in, whether it has been decided or not. */
const requestPage: FindPage = ({ entity }) => {
  if (!entity?.person) return undefined;
  const { email, role } = entity.person;
  return listOf(paths.registrationRequests.href(), {
    ...(role === 'LANDLORD' && { tab: 'landlords' }),
    keyword: email,
    status: 'ANY',
  });
};

const applicationPage: FindPage = ({ entity }) =>
  entity?.person
    ? listOf(paths.studentApplications.href(), { adminStatus: 'ANY', keyword: entity.person.email })
    : undefined;

const eventPage: FindPage = ({ entity }) => {
  const about = entity?.listing?.title ?? entity?.person?.lastName;
  return about ? listOf(paths.events.href(), { showAll: 'true', keyword: about }) : undefined;
};

const pages: Record<AuditEntityType, FindPage> = {
  APPLICATION: applicationPage,
  AUDIT: () => undefined,
  DOCUMENT: requestPage,
  EVENT: eventPage,
  LISTING: listingPage,
  REGISTRATION: requestPage,
  SETTING: () => paths.settings.href(),
  USER: userPage,
};

/** Where an administrator finds what an entry is about; undefined where that is nowhere, or gone. */
export const pageOf: FindPage = (entry) => pages[entry.entityType](entry);
