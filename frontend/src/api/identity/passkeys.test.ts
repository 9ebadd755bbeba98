import { expect, test } from 'vitest';
import { addressForPasskeys } from './passkeys';

test.each([
  ['http://127.0.0.1:8080/account', 'http://localhost:8080/account'],
  ['http://[::1]:8080/account?a=1#b', 'http://localhost:8080/account?a=1#b'],
])('addressForPasskeys of %s is %s', (page, address) => {
  expect(addressForPasskeys(page)).toBe(address);
});

test.each(['http://localhost:8080/account', 'https://zimmer.example.org/', 'https://127.example.org/'])(
  'addressForPasskeys of %s is undefined, because it has a host name',
  (page) => {
    expect(addressForPasskeys(page)).toBeUndefined();
  },
);
