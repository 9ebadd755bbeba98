import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EventResponse } from '../../api/generated';
import { event, eventListing } from '../../testing/adminFixtures';
import { expectToast } from '../../testing/expectToast';
import { mockList } from '../../testing/mockList';
import { recordBodies } from '../../testing/recordBodies';
import { renderApp } from '../../testing/renderApp';

async function openEvents(events: readonly EventResponse[], query = '') {
  mockList('/api/v1/events', () => events);
  const app = await renderApp(`/events${query}`, { role: 'ADMIN' });
  await screen.findByRole('table', { name: 'Events' });
  return app;
}

const takeDown = () => screen.queryByRole('button', { name: `Take down: ${eventListing.title}` });

test.each([
  ['report', 'LISTING_REPORTED'],
  ['suspicion', 'LISTING_SUSPICIOUS'],
] as const)('an acknowledged %s offers no takedown', async (_, type) => {
  await openEvents([event({ type, acknowledged: true })], '?showAll=true');
  expect(screen.getByText('Acknowledged')).toBeVisible();
  expect(takeDown()).not.toBeInTheDocument();
});

test.each(['LISTING_REPORTED', 'LISTING_SUSPICIOUS'] as const)(
  'a listing that is taken down already is not offered by an event %s',
  async (type) => {
    await openEvents([event({ type, entity: { ...eventListing, takenDown: true } })]);
    expect(takeDown()).not.toBeInTheDocument();
  },
);

test('a listing that was just taken down is not offered again, also by another report', async () => {
  recordBodies('post', `/api/v1/listings/${eventListing.externalId}/takedown`);
  const { user } = await openEvents(
    ['first', 'second'].map((externalId) => event({ externalId, type: 'LISTING_REPORTED' })),
  );
  await user.click(screen.getAllByRole('button', { name: /^Take down/ })[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog', { name: 'Take this listing down?' }));
  await user.type(dialog.getByRole('textbox'), 'Fraud.');
  await user.click(dialog.getByRole('button', { name: 'Take listing down' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  expect(screen.getAllByText('Reported')).toHaveLength(2);
  expect(takeDown()).not.toBeInTheDocument();
});

test('a dismissed suspicion is sent with the version of the listing that the list had', async () => {
  const bodies = recordBodies('put', '/api/v1/events/:id/dismiss');
  const lastModified = '2026-11-03T09:31:00.000000Z';
  const { user } = await openEvents([
    event({ type: 'LISTING_SUSPICIOUS', entity: { ...eventListing, lastModified } }),
  ]);
  await user.click(screen.getByRole('button', { name: /^Not suspicious/ }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes, not suspicious' }),
  );
  await waitFor(() => expect(bodies).toEqual([{ listingLastModified: lastModified }]));
});

test('a reported listing can be taken down', async () => {
  const bodies = recordBodies('post', `/api/v1/listings/${eventListing.externalId}/takedown`);
  const { user } = await openEvents([
    event({ type: 'LISTING_REPORTED', report: { reason: 'FRAUD', text: 'Fake' } }),
  ]);
  await user.click(screen.getByRole('button', { name: `Take down: ${eventListing.title}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take this listing down?' }));
  await user.type(dialog.getByRole('textbox'), 'Does not exist.');
  await user.click(dialog.getByRole('button', { name: 'Take listing down' }));
  await expectToast(user, '“Helles Zimmer mit Blick ins Grüne” has been taken down.');
  expect(bodies).toEqual([{ reason: 'Does not exist.' }]);
});
