import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { student } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const mockProfile = (firstName: string) =>
  server.use(
    http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: { ...student, firstName } })),
  );

/** Opens the page by its link, when the profile was read before. */
async function openFromHome(before: () => void) {
  const app = await renderApp('/', { role: 'STUDENT' });
  const menu = await screen.findByRole('button', { name: /^Account of/ });
  before();
  await app.user.click(menu);
  await app.user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
  return app;
}

test('the form has the profile as it is on the server, not as it was read before', async () => {
  const sent = recordBodies('put', `/api/v1/users/${student.externalId}`);
  const { user } = await openFromHome(() => mockProfile('Changed'));
  expect(await screen.findByLabelText('First name')).toHaveValue('Changed');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ firstName: 'Changed' })]));
});

test('a profile that cannot be read again can be requested again, without a form until then', async () => {
  const { user } = await openFromHome(() =>
    server.use(http.get('*/api/v1/users/profile', () => failure(503, 'exception.server.unavailable'))),
  );
  expect(await screen.findByText(/^The service cannot be reached right now/)).toBeVisible();
  expect(screen.queryByLabelText('First name')).not.toBeInTheDocument();
  mockProfile('Changed');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('First name')).toHaveValue('Changed');
});
