import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { SecondFactorResponse } from '../../../api/generated';
import { passkey, secondFactor } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

/** Opens the first page of administrators, and waits for the second factor. */
async function open(changes: Partial<SecondFactorResponse>) {
  const seen = { requests: 0 };
  server.use(
    http.get('*/api/v1/users/profile/second-factor', () => {
      seen.requests += 1;
      return HttpResponse.json({ payload: secondFactor(changes) });
    }),
  );
  const app = await renderApp('/registration-requests', { role: 'ADMIN' });
  await screen.findByRole('table');
  await waitFor(() => expect(seen.requests).toBe(1));
  return app;
}

const link = { name: 'Set up' };

test('an administrator without a second factor is led to the account page', async () => {
  const { user } = await open({});
  expect(await screen.findByText(/protect your account with a second factor/)).toBeVisible();
  await user.click(screen.getByRole('link', link));
  expect(await screen.findByRole('region', { name: 'Two-factor login' })).toBeVisible();
  expect(window.location.pathname + window.location.hash).toBe('/account#second-factor');
});

test('a required factor is named as required, also while the list is refused', async () => {
  server.use(
    http.get('*/api/v1/users/students/registrations', () =>
      failure(403, 'exception.auth.second-factor-required'),
    ),
    http.get('*/api/v1/users/profile/second-factor', () =>
      HttpResponse.json({ payload: secondFactor({ required: true }) }),
    ),
  );
  await renderApp('/registration-requests', { role: 'ADMIN' });
  expect(
    await screen.findByText('Administrators must have a second factor. Set one up to continue.'),
  ).toBeVisible();
  expect(screen.getByRole('link', link)).toBeVisible();
});

test.each([{ totp: true }, { passkeys: [passkey()] }])('with %j there is no notice', async (changes) => {
  const { store } = await open(changes);
  await waitFor(() =>
    expect(JSON.stringify(store.getState())).toMatch(/"getSecondFactor[^]*"recoveryCodesLeft"/),
  );
  expect(screen.queryByRole('link', link)).not.toBeInTheDocument();
});
