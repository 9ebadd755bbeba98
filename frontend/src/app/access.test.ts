import { describe, expect, test } from 'vitest';
import type { Role } from '../api/generated';
import { access, destinationAfterLogin, mayOpen } from './access';

test('A7 to A13: who may open which page', () => {
  const roles = ['ADMIN', 'LANDLORD', 'STUDENT'] as const;
  const table = Object.fromEntries(
    Object.entries(access).map(([page, allowed]) => [page, roles.filter((role) => mayOpen(allowed, role))]),
  );
  expect(table).toMatchObject({
    home: roles,
    login: roles,
    listing: roles,
    apply: ['STUDENT'],
    applicationSuccess: ['STUDENT'],
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

test('A12 A13: the account is for those who are logged in, the way in and what we say of ourselves for everybody', () => {
  const open = Object.entries(access).flatMap(([page, allowed]) => (allowed === 'everybody' ? [page] : []));
  expect(open.toSorted()).toEqual([
    'about',
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
  ]);
});

describe('after logging in', () => {
  test('A15 A16 A17: each role lands on its own page', () => {
    expect(destinationAfterLogin('STUDENT', undefined)).toBe('/my-applications');
    expect(destinationAfterLogin('LANDLORD', undefined)).toBe('/my-listings');
    expect(destinationAfterLogin('ADMIN', undefined)).toBe('/registration-requests');
  });

  test.each(['AUDITOR', 'toString', ''])(
    'a role that this build does not know lands on the account: %j',
    (role) => {
      expect(destinationAfterLogin(role as Role, undefined)).toBe('/account');
      expect(destinationAfterLogin(role as Role, '/users')).toBe('/account');
      expect(mayOpen(access.account, role as Role)).toBe(true);
      expect(mayOpen(access.users, role as Role)).toBe(false);
    },
  );

  test('one returns to the page that was asked for, with its query, if the role may see it', () => {
    expect(destinationAfterLogin('STUDENT', '/listing/7/apply')).toBe('/listing/7/apply');
    expect(destinationAfterLogin('LANDLORD', '/applications?page=2')).toBe('/applications?page=2');
    expect(destinationAfterLogin('LANDLORD', '/listing/7/apply')).toBe('/my-listings');
    expect(destinationAfterLogin('STUDENT', '/login')).toBe('/my-applications');
  });

  test.each([
    '//evil.test',
    '//evil.test/listing/7',
    '/\\evil.test',
    '\\\\evil.test',
    'https://evil.test/',
    'https:evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\t/evil.test',
    ' //evil.test',
    '',
    'no-such-page',
  ])('an address that leaves the app is never followed: %s', (address) => {
    const destination = destinationAfterLogin('STUDENT', address);
    expect(new URL(destination, location.origin).origin).toBe(location.origin);
    expect(destination).toBe('/my-applications');
  });
});
