import { describe, expect, test } from 'vitest';
import type { Role } from '../api/generated';
import { access, destinationAfterLogin, canAccess } from './access';

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
  ]);
});

describe('destinationAfterLogin', () => {
  test('returns the landing page of each role', () => {
    expect(destinationAfterLogin('STUDENT', undefined)).toBe('/my-applications');
    expect(destinationAfterLogin('LANDLORD', undefined)).toBe('/my-listings');
    expect(destinationAfterLogin('ADMIN', undefined)).toBe('/registration-requests');
  });

  test.each(['AUDITOR', 'toString', ''])('returns the account page for the unknown role %j', (role) => {
    expect(destinationAfterLogin(role as Role, undefined)).toBe('/account');
    expect(destinationAfterLogin(role as Role, '/users')).toBe('/account');
    expect(canAccess(access.account, role as Role)).toBe(true);
    expect(canAccess(access.users, role as Role)).toBe(false);
  });

  test('returns the requested page with its query if the role has access', () => {
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
  ])('ignores the external or unknown address %s', (address) => {
    const destination = destinationAfterLogin('STUDENT', address);
    expect(new URL(destination, location.origin).origin).toBe(location.origin);
    expect(destination).toBe('/my-applications');
  });
});
