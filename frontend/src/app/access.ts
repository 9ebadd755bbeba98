import { matchPath } from 'react-router-dom';
import type { Role } from '../api/generated';
import { pageNames, type PageName, paths } from './paths';

/** Which users may open a page: all visitors, all who are logged in, or those with one of the roles. */
export type Access = 'everybody' | 'loggedIn' | readonly Role[];

export const access: Record<PageName, Access> = {
  home: 'everybody',
  login: 'everybody',
  signUpStudent: 'everybody',
  signUpLandlord: 'everybody',
  signUpSuccess: 'everybody',
  finishRegistration: 'everybody',
  registrationFinished: 'everybody',
  forgotPassword: 'everybody',
  forgotPasswordSuccess: 'everybody',
  resetPassword: 'everybody',
  account: 'loggedIn',
  changePassword: 'loggedIn',
  about: 'everybody',
  contact: 'everybody',
  terms: 'everybody',
  privacy: 'everybody',
  imprint: 'everybody',
  listing: 'everybody',
  apply: ['STUDENT'],
  applicationSuccess: ['STUDENT'],
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

/** Where a role lands after logging in without having asked for a page. */
const landing: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ADMIN: paths.registrationRequests.href(),
    STUDENT: paths.myApplications.href(),
    LANDLORD: paths.myListings.href(),
  } satisfies Record<Role, string>),
);

/** A role that this build does not know, as of a newer server, has an account like any other. */
const landingOf = (role: string): string => landing.get(role) ?? paths.account.href();

export const mayOpen = (allowed: Access, role: Role): boolean =>
  allowed === 'everybody' || allowed === 'loggedIn' || allowed.includes(role);

/**
 * The page that somebody asked for before logging in, when their role may see
 * it, else the role's own. Only a path of this app is ever followed.
 */
export function destinationAfterLogin(role: Role, returnTo: string | undefined): string {
  return returnTo !== undefined && isOpenTo(returnTo, role) ? returnTo : landingOf(role);
}

function isOpenTo(address: string, role: Role): boolean {
  if (!address.startsWith('/')) return false;
  const { origin, pathname } = new URL(address, location.origin);
  if (origin !== location.origin) return false;
  const page = pageNames.find((name) => matchPath(paths[name].path, pathname));
  return page !== undefined && page !== 'login' && mayOpen(access[page], role);
}
