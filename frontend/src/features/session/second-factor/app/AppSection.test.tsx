import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import type { Role, SecondFactorResponse } from '../../../../api/generated';
import { passkey, secondFactor } from '../../../../testing/fixtures';
import { failure } from '../../../../testing/handlers';
import { pendingResponse } from '../../../../testing/pendingResponse';
import { recordBodies } from '../../../../testing/recordBodies';
import { recordRequests } from '../../../../testing/recordRequests';
import { renderApp } from '../../../../testing/renderApp';
import { server } from '../../../../testing/server';

const secret = 'JBSWY3DPEHPK3PXP';
const codes = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-cccc-000${index}`);
const path = '/api/v1/users/profile/second-factor';

/** A server on which only 123456 confirms the app. */
async function open(changes: Partial<SecondFactorResponse> = {}, role: Role = 'STUDENT') {
  const portal = { factor: secondFactor(changes) };
  server.use(
    http.get(`*${path}`, () => HttpResponse.json({ payload: portal.factor })),
    http.post(`*${path}/totp`, () =>
      HttpResponse.json({ payload: { secret, uri: `otpauth://totp/Portal:me?secret=${secret}` } }),
    ),
    http.delete(`*${path}/totp`, () => {
      portal.factor = { ...portal.factor, totp: false };
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const sent = recordBodies('post', `${path}/totp/confirm`, async ({ request }) => {
    const { code } = (await request.json()) as { code: string };
    if (code === '000000') return failure(401, 'exception.auth.invalid-code');
    if (code === '999999') return failure(429, 'exception.request.too-many');
    if (code === '111111') return HttpResponse.error();
    portal.factor = { ...portal.factor, totp: true, recoveryCodesLeft: 10 };
    return HttpResponse.json({ payload: { recoveryCodes: codes } });
  });
  const app = await renderApp('/account', { role });
  const card = within(await screen.findByRole('region', { name: 'Two-factor login' }));
  const section = within(await card.findByRole('region', { name: 'Authenticator app' }));
  return { ...app, card, section, sent };
}

const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function openSetUp(changes: Partial<SecondFactorResponse> = {}) {
  const app = await open(changes);
  await app.user.click(
    app.section.getByRole('button', { name: changes.totp ? 'Set up again' : 'Set up app' }),
  );
  return { ...app, dialog: await dialogNamed('Set up authenticator app') };
}

async function confirmSetUp() {
  const app = await openSetUp();
  await app.user.type(await app.dialog.findByLabelText('The code that the app shows now'), '123456{Enter}');
  return { ...app, codesDialog: await dialogNamed('Your recovery codes') };
}

test.each(['STUDENT', 'LANDLORD', 'ADMIN'] as const)('the app is offered to %s', async (role) => {
  const { section } = await open({}, role);
  expect(section.getByRole('button', { name: 'Set up app' })).toBeVisible();
  expect(section.queryByText('Active')).not.toBeInTheDocument();
  expect(section.queryByText(/recovery codes/)).not.toBeInTheDocument();
});

test('the secret is shown as a QR code, as text, and as a link to an app', async () => {
  const { user, dialog } = await openSetUp();
  expect(await dialog.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  expect(dialog.getByText('Open the app on this device')).toHaveAttribute(
    'href',
    expect.stringMatching(/^otpauth:/),
  );
  await user.click(dialog.getByRole('button', { name: 'Copy key' }));
  expect(await navigator.clipboard.readText()).toBe(secret);
});

test('the first code sets up the app and shows ten recovery codes', async () => {
  const { user, section, sent, codesDialog } = await confirmSetUp();
  expect(sent).toEqual([{ code: '123456' }]);
  expect(codesDialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
  await user.click(codesDialog.getByRole('checkbox', { name: 'I have stored the codes safely' }));
  await user.click(codesDialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await section.findByText('Active')).toBeVisible();
  expect(section.getByText(/^You have 10 recovery codes left\./)).toBeVisible();
  expect(section.getByRole('button', { name: 'Set up again' })).toHaveFocus();
});

test('the recovery codes stay until the user has kept them', async () => {
  const { user, codesDialog } = await confirmSetUp();
  await user.click(codesDialog.getByRole('button', { name: 'Done' }));
  expect(await codesDialog.findByText('Please store the codes first')).toBeVisible();
  expect(codesDialog.getByRole('checkbox')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(codesDialog.getByText(codes[0] ?? '')).toBeVisible();
});

test('the recovery codes are copied, and saved as a text file', async () => {
  const saved: string[] = [];
  const blobs = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user, codesDialog } = await confirmSetUp();
  await user.click(codesDialog.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
  await user.click(codesDialog.getByRole('button', { name: 'Download' }));
  expect(saved).toEqual(['recovery-codes.txt']);
  const [file] = blobs.mock.lastCall ?? [];
  const lines = (await (file as Blob).text()).split('\n');
  expect(lines[0]).toBe('Fensterplatz: recovery codes');
  expect(lines.slice(3, 13)).toEqual(codes);
});

test.each([
  ['12', 'Enter the six digits from your app', 0],
  ['000000', 'The code is wrong or was used before.', 1],
  ['999999', /^Too many requests/, 1],
  ['111111', /^No connection/, 1],
] as const)('the code %s shows an error, and can be corrected', async (code, text, requests) => {
  const { user, dialog, sent } = await openSetUp();
  const field = await dialog.findByLabelText('The code that the app shows now');
  await user.type(field, `${code}{Enter}`);
  expect(await dialog.findByText(text)).toBeVisible();
  expect(sent).toHaveLength(requests);
  await user.clear(field);
  await user.type(field, '123 456{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
});

test('a failed preparation can be repeated, by a button that stays while it is busy', async () => {
  const { user, section } = await open();
  server.use(http.post(`*${path}/totp`, () => failure(503, 'exception.server.unavailable'), { once: true }));
  await user.click(section.getByRole('button', { name: 'Set up app' }));
  const dialog = await dialogNamed('Set up authenticator app');
  const retry = await dialog.findByRole('button', { name: 'Try again' });
  const answer = pendingResponse();
  server.use(http.post(`*${path}/totp`, answer.resolver));
  await user.click(retry);
  await waitFor(() => expect(retry).toBeDisabled());
  answer.respond();
  expect(await dialog.findByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
});

test('a new setup says that the old app and its codes stop working', async () => {
  const { section, dialog } = await openSetUp({ totp: true, recoveryCodesLeft: 1 });
  expect(
    section.getByText('You have 1 recovery code left. To get new ones, set up the app again.'),
  ).toBeVisible();
  expect(dialog.getByText(/previous app and the old recovery codes will stop working/)).toBeVisible();
});

test.each([
  [secondFactor({ totp: true, recoveryCodesLeft: 9 }), /^Your password alone/, false],
  [secondFactor({ totp: true, recoveryCodesLeft: 9, required: true }), /^Your password alone/, true],
  [secondFactor({ totp: true, passkeys: [passkey()], required: true }), /^The codes of the app stop/, false],
])('removing the app says what the next login needs', async (factor, text, isRequired) => {
  const { user, section } = await open(factor);
  const removals = recordRequests('delete', `${path}/totp`);
  await user.click(section.getByRole('button', { name: 'Remove authenticator app' }));
  const dialog = await dialogNamed('Remove authenticator app?');
  expect(dialog.getByText(text)).toBeVisible();
  expect(dialog.queryAllByText(/^Your account must have a second factor/)).toHaveLength(isRequired ? 1 : 0);
  expect(removals).toEqual([]);
});

test('the app is removed after a confirmation', async () => {
  const { user, section } = await open({ totp: true, recoveryCodesLeft: 9 });
  await user.click(section.getByRole('button', { name: 'Remove authenticator app' }));
  const dialog = await dialogNamed('Remove authenticator app?');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The authenticator app has been removed.')).toBeVisible();
  expect(await section.findByRole('button', { name: 'Set up app' })).toBeVisible();
  expect(section.getByRole('heading')).toHaveFocus();
});
