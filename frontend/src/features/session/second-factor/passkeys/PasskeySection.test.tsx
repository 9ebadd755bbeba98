import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type {
  PasskeyCreationOptions,
  PasskeyResponse,
  SecondFactorResponse,
} from '../../../../api/generated';
import { passkey, secondFactor } from '../../../../testing/fixtures';
import { failure } from '../../../../testing/handlers';
import { mockPasskeys } from '../../../../testing/browser/mockPasskeys';
import { recordBodies } from '../../../../testing/recordBodies';
import { renderApp } from '../../../../testing/renderApp';
import { server } from '../../../../testing/server';

const path = '/api/v1/users/profile/second-factor';
const options: PasskeyCreationOptions = {
  attestation: 'none',
  authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  challenge: 'AQID',
  excludeCredentials: [{ id: 'BAUG', type: 'public-key' }],
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  rp: { id: 'portal.test', name: 'Portal' },
  timeout: 300_000,
  user: { displayName: 'Sena', id: 'AQ', name: 'student@portal.test' },
};
const used = passkey({ externalId: 'used', name: 'Key ring', lastUsed: '2026-11-04T09:30:00.000000Z' });

/** A server with passkeys, and a browser that creates some. */
async function open(changes: Partial<SecondFactorResponse> = {}) {
  const portal = { factor: secondFactor(changes), preparations: 0 };
  server.use(
    http.get(`*${path}`, () => HttpResponse.json({ payload: portal.factor })),
    http.post(`*${path}/passkeys/options`, () => {
      portal.preparations += 1;
      return HttpResponse.json({ payload: options });
    }),
    http.delete(`*${path}/passkeys/:id`, ({ params }) => {
      const passkeys = portal.factor.passkeys.filter(({ externalId }) => externalId !== params['id']);
      portal.factor = { ...portal.factor, passkeys };
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const sent = recordBodies('post', `${path}/passkeys`, async ({ request }) => {
    const { name } = (await request.json()) as PasskeyResponse;
    const added = passkey({ name });
    portal.factor = { ...portal.factor, passkeys: [...portal.factor.passkeys, added] };
    return HttpResponse.json({ payload: added }, { status: 201 });
  });
  const app = await renderApp('/account', { role: 'LANDLORD' });
  const section = within(await screen.findByRole('region', { name: 'Passkeys' }));
  return { ...app, portal, section, sent };
}

async function openDialog() {
  const { create } = mockPasskeys();
  const app = await open();
  await app.user.click(app.section.getByRole('button', { name: 'Add passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add passkey' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled());
  return { ...app, create, dialog, name: dialog.getByLabelText('Name') };
}

test('lists the passkeys with the day of their creation and their last use', async () => {
  mockPasskeys();
  const { section } = await open({ passkeys: [passkey(), used] });
  const [first, second] = section.getAllByRole('listitem');
  expect(first).toHaveTextContent(/^My laptopAdded Nov 3, 2026Not used yet/);
  expect(second).toHaveTextContent(/^Key ringAdded Nov 3, 2026Last used Nov 4, 2026/);
});

test('a passkey is added under its name', async () => {
  const { user, section, sent, create, name } = await openDialog();
  await user.type(name, ' My phone {Enter}');
  expect(await screen.findByText('The passkey “My phone” has been added.')).toBeVisible();
  expect(sent).toEqual([
    { name: 'My phone', credential: { response: { attestationObject: 'CQo', clientDataJSON: 'e30' } } },
  ]);
  const given = create.mock.calls[0]?.[0].publicKey;
  expect([...new Uint8Array(given?.challenge as ArrayBuffer)]).toEqual([1, 2, 3]);
  expect([...new Uint8Array(given?.excludeCredentials?.[0]?.id as ArrayBuffer)]).toEqual([4, 5, 6]);
  expect(await section.findByRole('button', { name: 'Remove passkey: My phone' })).toBeVisible();
});

test('a passkey needs a name', async () => {
  const { user, sent, create, dialog, name } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('Name is required')).toBeVisible();
  expect(name).toHaveFocus();
  expect(create).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
});

test.each([
  ['NotAllowedError', /^No passkey was created\. You canceled/],
  ['InvalidStateError', /already has a passkey for your account/],
  ['SecurityError', /^No passkey can be created here/],
])('a browser that fails with %s says why, and can try again', async (error, text) => {
  const { user, sent, create, dialog, name } = await openDialog();
  create.mockRejectedValueOnce(new DOMException('refused', error));
  await user.type(name, 'My phone{Enter}');
  expect(await dialog.findByText(text)).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The passkey “My phone” has been added.')).toBeVisible();
});

test('a rejected passkey gets a new challenge for the next try', async () => {
  const { user, portal, dialog, name } = await openDialog();
  server.use(http.post(`*${path}/passkeys`, () => failure(400, 'exception.passkey.invalid'), { once: true }));
  await user.type(name, 'My phone{Enter}');
  expect(await dialog.findByText(/^This passkey could not be verified/)).toBeVisible();
  await waitFor(() => expect(portal.preparations).toBe(2));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The passkey “My phone” has been added.')).toBeVisible();
});

test('too many passkeys are refused before the browser is asked', async () => {
  const { create } = mockPasskeys();
  const { user, section } = await open();
  server.use(http.post(`*${path}/passkeys/options`, () => failure(409, 'exception.passkey.too-many')));
  await user.click(section.getByRole('button', { name: 'Add passkey' }));
  expect(await screen.findByText(/^You cannot have more passkeys/)).toBeVisible();
  await user.type(screen.getByLabelText('Name'), 'My phone{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled());
  expect(create).not.toHaveBeenCalled();
});

test('a passkey is removed after a confirmation, and the last one with a warning', async () => {
  mockPasskeys();
  const { user, section } = await open({ passkeys: [passkey(), used] });
  await user.click(section.getByRole('button', { name: 'Remove passkey: My laptop' }));
  const first = within(await screen.findByRole('dialog', { name: 'Remove the passkey “My laptop”?' }));
  expect(first.getByText(/^You can no longer confirm your login with this passkey/)).toBeVisible();
  await user.click(first.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The passkey “My laptop” has been removed.')).toBeVisible();
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1));
  await waitFor(() => expect(section.getByRole('heading')).toHaveFocus());
  await user.click(section.getByRole('button', { name: 'Remove passkey: Key ring' }));
  const last = within(await screen.findByRole('dialog', { name: 'Remove the passkey “Key ring”?' }));
  expect(last.getByText(/^Your password alone will be enough/)).toBeVisible();
});

test('a passkey that is gone already is reported', async () => {
  mockPasskeys();
  const { user, section } = await open({ passkeys: [passkey(), used] });
  server.use(http.delete(`*${path}/passkeys/:id`, () => failure(404, 'exception.passkey.not-found')));
  await user.click(section.getByRole('button', { name: 'Remove passkey: My laptop' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText(/^This passkey no longer exists/)).toBeVisible();
});

test('passkeys without an app say how to get recovery codes', async () => {
  mockPasskeys();
  await open({ passkeys: [used] });
  expect(screen.getByText(/^You have no recovery codes\. To get some/)).toBeVisible();
});

test('a browser without passkeys says so', async () => {
  const { section } = await open();
  expect(section.getByText('This browser does not support passkeys here.')).toBeVisible();
  expect(section.queryByRole('button', { name: 'Add passkey' })).not.toBeInTheDocument();
});
