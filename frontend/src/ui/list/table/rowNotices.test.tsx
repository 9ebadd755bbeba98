import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { expectBusyRetry } from '../../../testing/browser/expectBusyRetry';
import { userWithRole } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '/api/v1/users';
const noConnection = 'No connection. Check your internet connection and try again.';
const person = (index: number) => ({
  ...userWithRole('STUDENT'),
  externalId: `user-${index}`,
  firstName: `Mira${index}`,
  lastName: 'Vogel',
});
const deactivate = (index: number) => screen.findByRole('button', { name: `Deactivate Mira${index} Vogel` });

const confirmDeactivation = async (user: UserEvent) => {
  await user.click(await deactivate(1));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
};

async function openUsers() {
  let people = [person(0), person(1)];
  mockList(path, () => people);
  const app = await renderApp('/users', { role: 'ADMIN' });
  await deactivate(0);
  return {
    ...app,
    remove: (index: number) => {
      people = people.filter(({ externalId }) => externalId !== `user-${index}`);
    },
  };
}

/** Lets all requests fail. */
function loseNetwork() {
  server.use(http.all('*/api/v1/*', () => HttpResponse.error()));
}

test('an action without a network keeps the list and shows a notice below its row', async () => {
  const { user } = await openUsers();
  loseNetwork();
  await confirmDeactivation(user);
  const notice = await screen.findByText('Mira1 Vogel was not deactivated');
  expect(notice.closest('[role=alert]')).toHaveTextContent(noConnection);
  expect(notice.closest('tr')?.previousElementSibling).toHaveTextContent('Mira1 Vogel');
  // The refetch after the action fails, too.
  const outdated = await screen.findByText(`The list may be out of date: ${noConnection}`);
  expect(await deactivate(0)).toBeVisible();
  server.resetHandlers();
  const alert = within(outdated.closest<HTMLElement>('[role=alert]') ?? outdated);
  const retry = alert.getByRole('button', { name: 'Try again' });
  await expectBusyRetry(user, retry, `*${path}`);
  mockList(path, () => [person(0), person(1)]);
  await user.click(retry);
  await waitFor(() => expect(outdated).not.toBeInTheDocument());
  expect(screen.getByText('Mira1 Vogel was not deactivated')).toBeVisible();
});

test('a retry removes the notice', async () => {
  const { user } = await openUsers();
  server.use(
    http.put(`*${path}/:id/status`, () => HttpResponse.error(), { once: true }),
    http.put(`*${path}/:id/status`, () => HttpResponse.json({ payload: person(1) })),
  );
  await confirmDeactivation(user);
  await screen.findByText('Mira1 Vogel was not deactivated');
  await confirmDeactivation(user);
  await waitFor(() => expect(screen.queryByText('Mira1 Vogel was not deactivated')).not.toBeInTheDocument());
});

test('the notice of a row that has left the list shows above the list', async () => {
  const { user, remove } = await openUsers();
  server.use(
    http.put(`*${path}/:id/status`, () => {
      remove(1);
      return failure(404, 'exception.user.not-found');
    }),
  );
  await confirmDeactivation(user);
  await waitFor(() => expect(screen.queryByText('Mira1 Vogel')).not.toBeInTheDocument());
  const notice = screen.getByText('Mira1 Vogel was not deactivated');
  expect(notice.closest('table')).toBeNull();
  expect(notice.closest('[role=alert]')).toHaveTextContent('This person does not exist or no longer exists.');
});

test('notices are cleared when the user leaves the page', async () => {
  const { user } = await openUsers();
  server.use(http.put(`*${path}/:id/status`, () => HttpResponse.error()));
  await confirmDeactivation(user);
  await screen.findByText('Mira1 Vogel was not deactivated');
  await user.click(screen.getByRole('link', { name: 'Fensterplatz' }));
  await screen.findByRole('heading', { level: 1, name: /room/i });
  window.history.back();
  await deactivate(1);
  expect(screen.queryByText('Mira1 Vogel was not deactivated')).not.toBeInTheDocument();
});
