import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import type { LoginResponse } from '../../../api/generated';
import { failure } from '../../../testing/handlers';
import { mockPasskeys } from '../../../testing/browser/mockPasskeys';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const login: LoginResponse = {
  token: null,
  challenge: 'challenge-1',
  methods: ['TOTP', 'PASSKEY', 'RECOVERY'],
  passkey: {
    challenge: 'AQID',
    rpId: 'portal.test',
    timeout: 300_000,
    allowCredentials: [{ id: 'BAUG', type: 'public-key' }],
    userVerification: 'discouraged',
  },
};

const code = () => screen.findByLabelText('Code from your authenticator app');
const button = (name: string) => screen.getByRole('button', { name });

/** Logs in with the password, and records the second steps. Only the right factor is accepted. */
async function openSecondStep() {
  server.use(http.post('*/api/v1/authenticate', () => HttpResponse.json({ payload: login })));
  const sent = recordBodies('post', '/api/v1/authenticate/second-factor', async ({ request }) => {
    const body = (await request.json()) as Record<string, unknown>;
    return body['code'] === '000000'
      ? failure(401, 'exception.auth.invalid-code')
      : HttpResponse.json({ payload: { token: 'fresh' } });
  });
  const app = await renderApp('/login');
  await app.user.type(await screen.findByLabelText('Email'), 'student@portal.test');
  await app.user.type(screen.getByLabelText('Password'), 'portal-demo{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'One more step' });
  return { ...app, sent };
}

const isLoggedIn = () => waitFor(() => expect(window.location.pathname).toBe('/my-applications'));

test('a code of the app finishes the login', async () => {
  const { user, sent } = await openSecondStep();
  expect(localStorage.getItem('token')).toBeNull();
  expect(await code()).toHaveAttribute('inputmode', 'numeric');
  expect(await code()).toHaveAttribute('autocomplete', 'one-time-code');
  await user.type(await code(), '123 456{Enter}');
  await isLoggedIn();
  expect(localStorage.getItem('token')).toBe('fresh');
  expect(sent).toEqual([{ challenge: 'challenge-1', code: '123456' }]);
});

test('a malformed code is not sent, and a wrong one can be corrected', async () => {
  const { user, sent } = await openSecondStep();
  await user.type(await code(), '12{Enter}');
  expect(await screen.findByText('Enter the six digits from your app')).toBeVisible();
  expect(await code()).toHaveFocus();
  expect(sent).toEqual([]);
  await user.clear(await code());
  await user.type(await code(), '000000{Enter}');
  expect(await screen.findByText('The code is wrong or was used before.')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
  await user.clear(await code());
  await user.type(await code(), '123456{Enter}');
  await isLoggedIn();
});

test('five wrong codes lead back to the password, with the address kept', async () => {
  const { user, sent } = await openSecondStep();
  await user.type(await code(), '000000');
  for (let tries = 1; tries <= 5; tries += 1) {
    await waitFor(() => expect(button('Log In')).toBeEnabled());
    await user.click(button('Log In'));
    await waitFor(() => expect(sent).toHaveLength(tries));
  }
  expect(await screen.findByText(/^This login has expired/)).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('student@portal.test');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

test('a challenge expires after five minutes', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await openSecondStep();
  const expire = timers.mock.calls.find(([, delay]) => delay === 300_000)?.[0];
  expect(expire).toBeDefined();
  (expire as () => void)();
  expect(await screen.findByText(/^This login has expired/)).toBeVisible();
});

test('a code that is refused after five minutes leads back to the password, also if no timer ran', async () => {
  const { user } = await openSecondStep();
  const now = Date.now();
  await user.type(await code(), '000000');
  vi.spyOn(Date, 'now').mockReturnValue(now + 300_001);
  await user.click(button('Log In'));
  expect(await screen.findByText(/^This login has expired/)).toBeVisible();
  expect(screen.getByLabelText('Password')).toHaveFocus();
});

test('a code that is refused after a lost response leads back to the password', async () => {
  const { user } = await openSecondStep();
  server.use(
    http.post('*/api/v1/authenticate/second-factor', () => HttpResponse.error(), { once: true }),
    http.post('*/api/v1/authenticate/second-factor', () => failure(401, 'exception.auth.invalid-code')),
  );
  await user.type(await code(), '123456{Enter}');
  expect(await screen.findByText(/^No connection/)).toBeVisible();
  await user.click(button('Log In'));
  expect(await screen.findByText(/^This login has expired/)).toBeVisible();
});

test('the focus moves to the field or button of the method', async () => {
  mockPasskeys();
  const { user } = await openSecondStep();
  expect(await code()).toHaveFocus();
  await user.click(button('Use a recovery code'));
  expect(screen.getByLabelText('Recovery code')).toHaveFocus();
  await user.click(button('Use a passkey'));
  expect(button('Continue with passkey')).toHaveFocus();
});

test('Back leads to the password', async () => {
  const { user } = await openSecondStep();
  await user.click(button('Back'));
  expect(await screen.findByLabelText('Password')).toHaveFocus();
  expect(screen.queryByText(/^This login has expired/)).not.toBeInTheDocument();
});

test('a recovery code finishes the login', async () => {
  const { user, sent } = await openSecondStep();
  await user.click(button('Use a recovery code'));
  const field = await screen.findByLabelText('Recovery code');
  await user.click(button('Log In'));
  expect(await screen.findByText('Recovery code is required')).toBeVisible();
  await user.type(field, 'abcd-efgh{Enter}');
  await isLoggedIn();
  expect(sent).toEqual([{ challenge: 'challenge-1', recoveryCode: 'abcd-efgh' }]);
});

test('a passkey finishes the login, also after it was cancelled', async () => {
  const sign = mockPasskeys();
  sign.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'));
  const { user, sent } = await openSecondStep();
  await user.click(button('Use a passkey'));
  await user.click(button('Continue with passkey'));
  expect(await screen.findByText(/^The passkey could not be used/)).toBeVisible();
  fireEvent.click(button('Continue with passkey'));
  await isLoggedIn();
  const options = sign.mock.calls[0]?.[0].publicKey;
  expect([...new Uint8Array(options?.challenge as ArrayBuffer)]).toEqual([1, 2, 3]);
  expect(sent).toMatchObject([{ challenge: 'challenge-1', assertion: { id: 'BAUG' } }]);
});

test('a browser without passkeys offers none', async () => {
  await openSecondStep();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
  expect(button('Use a recovery code')).toBeVisible();
});
