import { expect, test } from 'vitest';
import { access, canAccess } from './access';

test('access lists the roles of each page', () => {
  const roles = ['ADMIN', 'LANDLORD', 'STUDENT'] as const;
  const table = Object.fromEntries(
    Object.entries(access).map(([page, allowed]) => [page, roles.filter((role) => canAccess(allowed, role))]),
  );
  expect(table).toMatchObject({
    home: roles,
    login: roles,
    listing: roles,
    apply: ['STUDENT'],
    applicationSuccess: ['STUDENT'],
    savedSearches: ['STUDENT'],
    myApplications: ['STUDENT'],
    studentApplications: ['ADMIN'],
    registrationRequests: ['ADMIN'],
    users: ['ADMIN'],
    account: roles,
    changePassword: roles,
    applications: ['LANDLORD'],
    myListings: ['ADMIN', 'LANDLORD'],
    addListing: ['LANDLORD'],
    manageListing: ['ADMIN', 'LANDLORD'],
  });
});

test('login, registration, listings and the pages about the portal are public', () => {
  const open = Object.entries(access).flatMap(([page, allowed]) => (allowed === 'public' ? [page] : []));
  expect(open.toSorted()).toEqual([
    'about',
    'accessibility',
    'contact',
    'finishRegistration',
    'forgotPassword',
    'forgotPasswordSuccess',
    'home',
    'imprint',
    'listing',
    'login',
    'privacy',
    'registrationFinished',
    'resetPassword',
    'signUpLandlord',
    'signUpStudent',
    'signUpSuccess',
    'terms',
    'unsubscribe',
  ]);
});
