import { describe, expect, test } from 'vitest';
import type { Role } from '../../../api/generated';
import { access, canAccess } from '../../access';
import { destinationAfterLogin } from './destinationAfterLogin';

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
