import { matchPath } from 'react-router-dom';
import type { Role } from '../api/generated';
import { pageNames, type PageName, paths } from './paths';

/** Who may open a page: `everybody`, or somebody logged in with one of the roles. */
export type Access = 'everybody' | readonly Role[];

const everyRole: Access = ['ADMIN', 'LANDLORD', 'STUDENT'];

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
  account: everyRole,
  changePassword: everyRole,
  about: 'everybody',
  contact: 'everybody',
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
const landing: Record<Role, string> = {
  ADMIN: paths.registrationRequests.href(),
  STUDENT: paths.myApplications.href(),
  LANDLORD: paths.myListings.href(),
};

export const mayOpen = (allowed: Access, role: Role): boolean =>
  allowed === 'everybody' || allowed.includes(role);

/**
 * The page that somebody asked for before logging in, when their role may see
 * it, else the role's own. Only a path of this app is ever followed.
 */
export function destinationAfterLogin(role: Role, returnTo: string | undefined): string {
  return returnTo !== undefined && isOpenTo(returnTo, role) ? returnTo : landing[role];
}

function isOpenTo(address: string, role: Role): boolean {
  if (!address.startsWith('/')) return false;
  const { origin, pathname } = new URL(address, location.origin);
  if (origin !== location.origin) return false;
  const page = pageNames.find((name) => matchPath(paths[name].path, pathname));
  return page !== undefined && page !== 'login' && mayOpen(access[page], role);
}
