import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { api } from '../../../api/initialEndpoints';
import { localDay } from '../../../i18n/localDay';
import { listing } from '../../../testing/fixtures';
import { expectToast } from '../../../testing/expectToast';
import { failure } from '../../../testing/handlers';
import { pendingResponse } from '../../../testing/pendingResponse';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const ended = listing({ title: 'Zimmer am Kanal', availableUntil: '2026-03-31' });
const path = `/my-listings?ended=${ended.externalId}`;

function mockListing(shown = ended) {
  server.use(
    http.get('*/api/v1/listings/:id', () => HttpResponse.json({ payload: shown })),
    http.get('*/api/v1/listings', () => HttpResponse.json({ payload: [], totalPages: 0, totalSize: 0 })),
  );
}

test('a click archives the listing of the mail, and moves the focus to the page', async () => {
  mockListing();
  const statuses: (string | null)[] = [];
  server.use(
    http.put('*/api/v1/listings/:id/status', ({ request }) => {
      statuses.push(new URL(request.url).searchParams.get('status'));
      return HttpResponse.json({ payload: { ...ended, status: 'ARCHIVED' } });
    }),
  );
  const { user } = await renderApp(path, { role: 'LANDLORD' });
  expect(await screen.findByText('Is “Zimmer am Kanal” still available?')).toBeVisible();
  expect(screen.getByText(/was available until Mar 31, 2026/)).toBeVisible();
  const change = screen.getByRole('link', { name: 'Change the dates' });
  expect(change).toHaveAttribute('href', `/manage-listing/${ended.externalId}?step=6`);
  await user.click(screen.getByRole('button', { name: 'Archive the listing' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  await expectToast(user, 'Listing archived.');
  expect(statuses).toEqual(['ARCHIVED']);
  expect(window.location.search).toBe('');
});

test('a response after the page was left does not lead back', async () => {
  mockListing();
  const answer = pendingResponse(() => HttpResponse.json({ payload: { ...ended, status: 'ARCHIVED' } }));
  server.use(http.put('*/api/v1/listings/:id/status', answer.resolver));
  const { user } = await renderApp(path, { role: 'LANDLORD' });
  await user.click(await screen.findByRole('button', { name: 'Archive the listing' }));
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Home' }));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  answer.respond();
  await expectToast(user, 'Listing archived.');
  expect(window.location.pathname).toBe('/');
});

test('a failure is shown and the question stays', async () => {
  mockListing();
  server.use(http.put('*/api/v1/listings/:id/status', () => failure(404, 'exception.listing.not-found')));
  const { user } = await renderApp(path, { role: 'LANDLORD' });
  await user.click(await screen.findByRole('button', { name: 'Archive the listing' }));
  expect(screen.getByRole('button', { name: 'Archive the listing' })).toBeVisible();
  await expectToast(user, 'The listing was not archived: This listing does not exist or no longer exists.');
});

test.each([
  ['that is not public any more', { ...ended, status: 'ARCHIVED' } as const],
  ['whose last day is today', { ...ended, availableUntil: localDay(new Date()) }],
  ['whose last day has been postponed', { ...ended, availableUntil: '2999-12-31' }],
])('a listing %s is not asked about', async (_, shown) => {
  mockListing(shown);
  const { store } = await renderApp(path, { role: 'LANDLORD' });
  expect(await screen.findByText('No listing yet')).toBeVisible();
  const select = api.endpoints.getListing.select({ id: ended.externalId });
  await waitFor(() => expect(select(store.getState()).isSuccess).toBe(true));
  expect(screen.queryByText(/still available/)).not.toBeInTheDocument();
});
