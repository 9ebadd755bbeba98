import type { Role } from '../../../api/generated';
import { access, canAccess } from '../../access';
import { pageAt } from '../pageAt';
import { paths } from '../../paths';

/** The page after a login without a requested page. */
const landingPages: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ADMIN: paths.registrationRequests.href(),
    STUDENT: paths.myApplications.href(),
    LANDLORD: paths.myListings.href(),
  } satisfies Record<Role, string>),
);

/** Roles that this build does not know, of a newer server, land on the account page. */
const landingPageOf = (role: string): string => landingPages.get(role) ?? paths.account.href();

/**
 * The page that was requested before the login, if the role has access, else the role's landing
 * page. Only paths of this app are followed.
 */
export function destinationAfterLogin(role: Role, returnTo: string | undefined): string {
  return returnTo !== undefined && isAccessible(returnTo, role) ? returnTo : landingPageOf(role);
}

function isAccessible(address: string, role: Role): boolean {
  if (!address.startsWith('/')) return false;
  const { origin, pathname } = new URL(address, location.origin);
  if (origin !== location.origin) return false;
  const page = pageAt(pathname);
  return page !== undefined && page !== 'login' && canAccess(access[page], role);
}
