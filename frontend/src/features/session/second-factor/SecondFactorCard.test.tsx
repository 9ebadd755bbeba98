import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { SecondFactorResponse } from '../../../api/generated';
import { expectBusyRetry } from '../../../testing/browser/expectBusyRetry';
import { passkey, secondFactor } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '*/api/v1/users/profile/second-factor';
const answer = (changes: Partial<SecondFactorResponse>) =>
  server.use(http.get(path, () => HttpResponse.json({ payload: secondFactor(changes) })));

const card = (name = 'Two-factor login') => screen.findByRole('region', { name });

test.each([
  [{ required: true }, true],
  [{ required: true, totp: true }, false],
  [{ required: true, passkeys: [passkey()] }, false],
  [{ required: false }, false],
])('a missing factor that the operator requires is named: %j', async (changes, isNamed) => {
  answer(changes);
  await renderApp('/account', { role: 'ADMIN' });
  await within(await card()).findByRole('region', { name: 'Passkeys' });
  expect(screen.queryAllByText(/^Your account must have a second factor/)).toHaveLength(isNamed ? 1 : 0);
});

test('a failed card can be loaded again, by a button that stays while it is busy', async () => {
  server.use(http.get(path, () => failure(503, 'exception.server.unavailable')));
  const { user } = await renderApp('/account', { role: 'STUDENT' });
  const section = within(await card());
  await section.findByText('Your two-factor login could not be loaded.');
  const retry = section.getByRole('button', { name: 'Try again' });
  await expectBusyRetry(user, retry, path);
  answer({});
  await user.click(retry);
  expect(await section.findByRole('button', { name: 'Set up app' })).toBeVisible();
});

test('a link with the hash leads to the card', async () => {
  await renderApp('/account#second-factor', { role: 'ADMIN' });
  const heading = within(await card()).getByRole('heading', { level: 2 });
  await waitFor(() => expect(heading).toHaveFocus());
});

test('has German texts', async () => {
  answer({ totp: true, recoveryCodesLeft: 3 });
  await renderApp('/account', { role: 'STUDENT', language: 'de-DE' });
  const section = within(await card('Zwei-Faktor-Anmeldung'));
  expect(await section.findByText('Aktiv')).toBeVisible();
  expect(section.getByText(/^Du hast noch 3 Wiederherstellungscodes\. Neue bekommst du/)).toBeVisible();
});
