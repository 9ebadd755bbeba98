import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { ProofPreparationResponse } from '../../../api/generated';
import { student } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { mockPasskeys } from '../../../testing/browser/mockPasskeys';
import { recordBodies } from '../../../testing/recordBodies';
import { recordRequests } from '../../../testing/recordRequests';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const passkey: ProofPreparationResponse['passkey'] = {
  challenge: 'AQID',
  rpId: 'portal.test',
  timeout: 300_000,
  allowCredentials: [{ id: 'BAUG', type: 'public-key' }],
  userVerification: 'discouraged',
};

/** Deletes a user on a portal that wants a proof first. Returns what reached the server. */
async function deleteUser(preparation: ProofPreparationResponse = { methods: [], passkey: null }) {
  let proved = false;
  const seen = { deletions: 0 };
  const proofs = recordBodies('post', '/api/v1/users/profile/proof', async ({ request }) => {
    const proof = (await request.json()) as Record<string, unknown>;
    if (proof['password'] === 'wrong') return failure(400, 'exception.auth.wrong-password');
    if (proof['code'] === '000000') return failure(401, 'exception.auth.invalid-code');
    proved = true;
    return new HttpResponse(null, { status: 204 });
  });
  server.use(
    http.post('*/api/v1/users/profile/proof/options', () => HttpResponse.json({ payload: preparation })),
    http.delete('*/api/v1/users/:id', () => {
      seen.deletions += 1;
      return proved ? new HttpResponse(null, { status: 204 }) : failure(403, 'exception.auth.proof-required');
    }),
  );
  const refreshes = recordRequests('post', '/api/v1/refresh');
  mockList('/api/v1/users', () => [
    { ...student, externalId: 'user-0', firstName: 'Mira', lastName: 'Vogel', role: 'ADMIN' },
  ]);
  const app = await renderApp('/users', { role: 'ADMIN' });
  await app.user.click(await screen.findByRole('button', { name: 'Delete Mira Vogel' }));
  const deletion = await screen.findByRole('dialog', { name: 'Delete Mira Vogel?' });
  await app.user.click(within(deletion).getByRole('button', { name: /^Delete/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  return { ...app, deletion, dialog: within(dialog), proofs, seen, refreshes };
}

const confirm = { name: 'Confirm' };
const isDeleted = () => screen.findByText('Mira Vogel’s account has been deleted.');

describe('a request that needs a proof', () => {
  test('asks for the password and is repeated once, without a refresh', async () => {
    const { user, dialog, proofs, seen, refreshes } = await deleteUser();
    await user.type(dialog.getByLabelText('Your password'), ' secret {Enter}');
    expect(await isDeleted()).toBeVisible();
    expect(proofs).toEqual([{ password: ' secret ' }]);
    expect(seen.deletions).toBe(2);
    expect(refreshes).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('is not repeated after Cancel, and can be sent again', async () => {
    const { user, deletion, dialog, seen, proofs } = await deleteUser();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([deletion]));
    expect(seen.deletions).toBe(1);
    expect(proofs).toEqual([]);
    await user.click(within(deletion).getByRole('button', { name: /^Delete/ }));
    await user.type(await screen.findByLabelText('Your password'), 'secret{Enter}');
    expect(await isDeleted()).toBeVisible();
  });

  test('is given up by Escape', async () => {
    const { user, deletion, seen } = await deleteUser();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([deletion]));
    expect(seen.deletions).toBe(1);
  });
});

test('shows a wrong password, and accepts the right one', async () => {
  const { user, dialog, seen } = await deleteUser();
  await user.type(dialog.getByLabelText('Your password'), 'wrong{Enter}');
  expect(await dialog.findByText('The password is incorrect.')).toBeVisible();
  expect(seen.deletions).toBe(1);
  await user.clear(dialog.getByLabelText('Your password'));
  await user.type(dialog.getByLabelText('Your password'), 'secret{Enter}');
  expect(await isDeleted()).toBeVisible();
});

test('requires a password', async () => {
  const { user, dialog, proofs } = await deleteUser();
  await user.click(dialog.getByRole('button', confirm));
  expect(await dialog.findByText('Password is required')).toBeVisible();
  expect(dialog.getByLabelText('Your password')).toHaveFocus();
  expect(proofs).toEqual([]);
});

test('offers a password only, without other methods', async () => {
  const { dialog } = await deleteUser();
  expect(dialog.queryByRole('button', { name: /instead/ })).not.toBeInTheDocument();
});

test('takes a code of the app instead, with spaces', async () => {
  const { user, dialog, proofs } = await deleteUser({ methods: ['TOTP'], passkey: null });
  await user.click(await dialog.findByRole('button', { name: 'Use a code from your app instead' }));
  const code = dialog.getByLabelText('Code from your authenticator app');
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await user.type(code, '12345{Enter}');
  expect(await dialog.findByText('Enter the six digits from your app')).toBeVisible();
  await user.clear(code);
  await user.type(code, '000000{Enter}');
  expect(await dialog.findByText('The code is wrong or was used before.')).toBeVisible();
  await user.clear(code);
  await user.type(code, '123 456{Enter}');
  expect(await isDeleted()).toBeVisible();
  expect(proofs).toEqual([{ code: '000000' }, { code: '123456' }]);
});

test('takes a passkey instead, and a new challenge after a failure', async () => {
  const sign = mockPasskeys();
  sign.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'));
  const { user, dialog, proofs } = await deleteUser({ methods: ['PASSKEY'], passkey });
  const prepared = vi.fn<() => void>();
  server.use(
    http.post('*/api/v1/users/profile/proof/options', () => {
      prepared();
      return HttpResponse.json({ payload: { methods: ['PASSKEY'], passkey } });
    }),
  );
  await user.click(await dialog.findByRole('button', { name: 'Use a passkey instead' }));
  expect(await dialog.findByText(/^The passkey could not be used/)).toBeVisible();
  await waitFor(() => expect(prepared).toHaveBeenCalledTimes(1));
  await user.click(await dialog.findByRole('button', { name: 'Use a passkey instead' }));
  expect(await isDeleted()).toBeVisible();
  expect(proofs).toEqual([
    {
      assertion: {
        id: 'BAUG',
        response: { authenticatorData: '-_8', clientDataJSON: 'e30', signature: 'Bwg' },
      },
    },
  ]);
});
