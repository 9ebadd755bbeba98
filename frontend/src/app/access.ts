import { matchPath } from 'react-router-dom';
import type { Role } from '../api/generated';
import { pageNames, type PageName, paths } from './paths';

/** Who may open a page: everyone, logged-in users, or users with one of the roles; ANONYMOUS: visitors. */
export type Access = 'public' | 'loggedIn' | readonly (Role | 'ANONYMOUS')[];

export const access: Record<PageName, Access> = {
  home: 'public',
  login: 'public',
  signUpStudent: 'public',
  signUpLandlord: 'public',
  signUpSuccess: 'public',
  finishRegistration: 'public',
  registrationFinished: 'public',
  forgotPassword: 'public',
  forgotPasswordSuccess: 'public',
  resetPassword: 'public',
  account: 'loggedIn',
  changePassword: 'loggedIn',
  about: 'public',
  contact: 'public',
  terms: 'public',
  privacy: 'public',
  imprint: 'public',
  accessibility: 'public',
  listing: 'public',
  apply: ['STUDENT'],
  applicationSuccess: ['STUDENT'],
  favourites: ['ANONYMOUS', 'STUDENT'],
  myApplications: ['STUDENT'],
  studentApplications: ['ADMIN'],
  registrationRequests: ['ADMIN'],
  users: ['ADMIN'],
  stats: ['ADMIN'],
  events: ['ADMIN'],
  settings: ['ADMIN'],
  audit: ['ADMIN'],
  applications: ['LANDLORD'],
  myListings: ['LANDLORD', 'ADMIN'],
  addListing: ['LANDLORD'],
  manageListing: ['LANDLORD', 'ADMIN'],
};

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

export const canAccess = (allowed: Access, role: Role): boolean =>
  allowed === 'public' || allowed === 'loggedIn' || allowed.includes(role);

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
  const page = pageNames.find((name) => matchPath(paths[name].path, pathname));
  return page !== undefined && page !== 'login' && canAccess(access[page], role);
}
