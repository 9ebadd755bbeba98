import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { SessionResponse } from '../../../api/generated';
import { expectBusyRetry } from '../../../testing/browser/expectBusyRetry';
import { session } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const others = ['other-1', 'other-2'].map((externalId, index) =>
  session({ externalId, device: index === 0 ? 'Safari, iPhone' : null, address: null, current: false }),
);

/** A server that ends sessions, and lists the rest. */
async function open(language: 'en-US' | 'de-DE' = 'en-US') {
  const portal = { sessions: [session(), ...others] as SessionResponse[] };
  server.use(
    http.get('*/api/v1/users/profile/sessions', () => HttpResponse.json({ payload: portal.sessions })),
    http.delete('*/api/v1/users/profile/sessions/:id', ({ params }) => {
      portal.sessions = portal.sessions.filter(({ externalId }) => externalId !== params['id']);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete('*/api/v1/users/profile/sessions', () => {
      portal.sessions = portal.sessions.filter(({ current }) => current);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const app = await renderApp('/account', { role: 'STUDENT', language });
  const name = language === 'en-US' ? 'Your sessions' : 'Deine Sitzungen';
  const list = within(await screen.findByRole('region', { name }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(3));
  return { ...app, list };
}

test('shows device, address and last use, and marks this device', async () => {
  const { list } = await open();
  const [first, , third] = list.getAllByRole('listitem');
  expect(first).toHaveTextContent(/^Firefox, Linux203\.0\.113\.7Last used Nov 3, 2026.*This device$/);
  expect(within(first as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
  expect(third).toHaveTextContent(/^Unknown deviceUnknown IP address/);
});

test('End ends one session, and focuses the heading', async () => {
  const { user, list } = await open();
  await user.click(list.getByRole('button', { name: /^End session: Safari, iPhone/ }));
  expect(await screen.findByText('The session has ended.')).toBeVisible();
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
  await waitFor(() => expect(list.getByRole('heading')).toHaveFocus());
});

test('End all others leaves this session, nothing to end, and focuses the heading', async () => {
  const { user, list } = await open();
  await user.click(list.getByRole('button', { name: 'End all others' }));
  expect(await screen.findByText('All other sessions have ended.')).toBeVisible();
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
  expect(list.queryByRole('button')).not.toBeInTheDocument();
  await waitFor(() => expect(list.getByRole('heading')).toHaveFocus());
});

test('a session that has ended already is reported, and leaves the list', async () => {
  const { user, list } = await open();
  server.use(
    http.delete('*/api/v1/users/profile/sessions/:id', () => failure(404, 'exception.session.not-found')),
    http.get('*/api/v1/users/profile/sessions', () => HttpResponse.json({ payload: [session()] })),
  );
  await user.click(list.getByRole('button', { name: /^End session: Safari, iPhone/ }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
  await waitFor(() => expect(list.getByRole('heading')).toHaveFocus());
  expect(screen.queryByText('The session has ended.')).not.toBeInTheDocument();
});

test('a failed list can be loaded again, by a button that stays while it is busy', async () => {
  const path = '*/api/v1/users/profile/sessions';
  server.use(http.get(path, () => failure(503, 'exception.server.unavailable')));
  const { user } = await renderApp('/account', { role: 'STUDENT' });
  const alert = await screen.findByText('Your sessions could not be loaded.');
  const retry = within(alert.closest('section') as HTMLElement).getByRole('button');
  await expectBusyRetry(user, retry, path);
  server.use(http.get(path, () => HttpResponse.json({ payload: [session()] })));
  await user.click(retry);
  expect(await screen.findByText('This device')).toBeVisible();
});

test('has German texts', async () => {
  const { list } = await open('de-DE');
  expect(list.getByText('Dieses Gerät')).toBeVisible();
  expect(list.getByRole('button', { name: 'Alle anderen beenden' })).toBeVisible();
});
