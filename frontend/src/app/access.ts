import type { Role } from '../api/generated';
import type { PageName } from './paths';

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
  savedSearches: ['STUDENT'],
  unsubscribe: 'public',
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

export const isOpenToVisitors = (allowed: Access): boolean =>
  allowed === 'public' || (allowed !== 'loggedIn' && allowed.includes('ANONYMOUS'));

export const canAccess = (allowed: Access, role: Role): boolean =>
  allowed === 'public' || allowed === 'loggedIn' || allowed.includes(role);
