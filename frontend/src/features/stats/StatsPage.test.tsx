import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { GeneralStatsResponse, MailStatsResponse, TrendsResponse } from '../../api/generated';
import { durationIn } from './useDuration';
import { expectBusyRetry } from '../../testing/browser/expectBusyRetry';
import { failure } from '../../testing/handlers';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const general: GeneralStatsResponse = {
  user: { total: 1234, active: 1200, landlords: 80, students: 1150 },
  listing: { total: 210, available: 120, rented: 60, archived: 21, draft: 9, views: 45_678 },
  application: { total: 5000, approved: 900, pending: 301, rejected: 3799 },
};

const firstMonday = Date.parse('2026-06-01T00:00:00Z');
const trends: TrendsResponse = {
  weeks: Array.from({ length: 26 }, (_, week) => ({
    start: new Date(firstMonday + week * 7 * 86_400_000).toISOString().slice(0, 10),
    registrations: week,
    listings: 0,
    applications: 100 - week,
  })),
  listingsByStatus: { DRAFT: 9, ARCHIVED: 21, AVAILABLE: 120, RENTED: 60 },
  hoursToDecision: { administrator: { median: 5.4, p90: 40 }, landlord: { median: 77, p90: null } },
};

const mails: MailStatsResponse = { waiting: 1312, oldestSeconds: 5400, givenUp: 0 };

const mockStats = () =>
  server.use(
    http.get('*/api/v1/stats/mails', () => HttpResponse.json({ payload: mails })),
    http.get('*/api/v1/stats/general', () => HttpResponse.json({ payload: general })),
    http.get('*/api/v1/stats/trends', () => HttpResponse.json({ payload: trends })),
  );

const card = (name: string) => screen.findByRole('region', { name });
const countsOf = async (name: string) => {
  const list = within(await card(name));
  const names = list.getAllByRole('term').map(({ textContent }) => textContent);
  const values = list.getAllByRole('definition').map(({ textContent }) => textContent);
  return names.map((count, index) => `${count} ${values[index]}`);
};

describe('counts', () => {
  beforeEach(mockStats);

  test('are on the tab General', async () => {
    await renderApp('/stats', { role: 'ADMIN' });
    expect(await screen.findByRole('tab', { name: 'General', selected: true })).toBeVisible();
    expect(screen.getByRole('tabpanel', { name: 'General' })).toBeVisible();
  });

  test('are shown for users, listings and applications', async () => {
    await renderApp('/stats', { role: 'ADMIN' });
    await screen.findByText('1,234');
    expect(await countsOf('Users')).toEqual([
      'Total 1,234',
      'Active 1,200',
      'Landlords 80',
      'Students 1,150',
    ]);
    expect(await countsOf('Listings')).toEqual([
      'Total 210',
      'Available 120',
      'Rented 60',
      'Archived 21',
      'Draft 9',
      'Views 45,678',
    ]);
    expect(await countsOf('Applications')).toEqual([
      'Total 5,000',
      'Approved 900',
      'Pending 301',
      'Rejected 3,799',
    ]);
  });
});

test("show 'Error:' with the error, and a button for a retry that stays while it is busy", async () => {
  mockStats();
  const path = '*/api/v1/stats/general';
  server.use(http.get(path, () => failure(503, 'exception.server.unavailable'), { once: true }));
  const { user } = await renderApp('/stats', { role: 'ADMIN' });
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Error: The service cannot be reached/);
  const retry = screen.getByRole('button', { name: 'Try again' });
  await expectBusyRetry(user, retry, path);
  mockStats();
  await user.click(retry);
  expect(await screen.findByText('1,234')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('are shown when the trends fail', async () => {
  mockStats();
  server.use(http.get('*/api/v1/stats/trends', () => failure(500, 'exception.server.internal')));
  await renderApp('/stats', { role: 'ADMIN' });
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Error: An error occurred on our side/);
  expect(await screen.findByText('1,234')).toBeVisible();
});

describe('mails', () => {
  beforeEach(mockStats);

  test('are shown with the age of the oldest', async () => {
    await renderApp('/stats', { role: 'ADMIN' });
    await screen.findByText('1,312');
    expect(await countsOf('Emails')).toEqual([
      'Waiting to be sent 1,312',
      'Oldest has waited for 1.5 hours',
      'Undeliverable in the last 30 days 0',
    ]);
    expect(await card('Emails')).toHaveTextContent(/Waiting emails are sent automatically/);
  });

  test.each([
    [{ waiting: 0, oldestSeconds: null, givenUp: 0 }, 'All emails have been sent.'],
    [{ waiting: 0, oldestSeconds: null, givenUp: 2 }, /operator of the portal can look up the causes/],
  ])('%o are explained', async (payload, text) => {
    server.use(http.get('*/api/v1/stats/mails', () => HttpResponse.json({ payload })));
    await renderApp('/stats', { role: 'ADMIN' });
    expect(await screen.findByText(text)).toBeVisible();
    expect(await countsOf('Emails')).toContain('Oldest has waited for none waiting');
  });

  test('that fail can be retried, and the rest is shown', async () => {
    server.use(
      http.get('*/api/v1/stats/mails', () => failure(503, 'exception.server.unavailable'), { once: true }),
    );
    const { user } = await renderApp('/stats', { role: 'ADMIN' });
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Error:/);
    expect(await screen.findByText('1,234')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1,312')).toBeVisible();
  });
});

describe('trends', () => {
  beforeEach(mockStats);

  test('describe the charts in text and hide them from screen readers', async () => {
    await renderApp('/stats', { role: 'ADMIN' });
    const registrations = await card('Registrations per week');
    expect(registrations).toHaveTextContent(
      '25 this week (the last bar), 325 in the last 26 weeks, at most 25 in one week.',
    );
    expect(registrations.querySelector('[aria-hidden=true]')).toBeInTheDocument();
    expect(await card('Listings by status')).toHaveTextContent(
      'Available: 120 · Rented: 60 · Draft: 9 · Archived: 21',
    );
  });

  test('have a table of all weeks, newest first', async () => {
    const { user } = await renderApp('/stats', { role: 'ADMIN' });
    const applications = within(await card('Applications per week'));
    await user.click(applications.getByRole('button', { name: 'Show as table: Applications per week' }));
    const table = within(applications.getByRole('table'));
    const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toHaveLength(27);
    expect(rows.slice(0, 2)).toEqual(['WeekNumber', 'Week of Nov 23, 202675']);
    expect(rows.at(-1)).toBe('Week of Jun 1, 2026100');
    await user.click(applications.getByRole('button', { name: 'Show as chart: Applications per week' }));
    expect(applications.queryByRole('table')).not.toBeInTheDocument();
  });

  test('have a table of the statuses', async () => {
    const { user } = await renderApp('/stats', { role: 'ADMIN' });
    const byStatus = within(await card('Listings by status'));
    await user.click(byStatus.getByRole('button', { name: /^Show as table/ }));
    expect(byStatus.getByRole('row', { name: 'Available 120' })).toBeVisible();
  });

  test('show the duration of decisions in a suitable unit', async () => {
    await renderApp('/stats', { role: 'ADMIN' });
    const times = within(await card('Time to decision'));
    expect(times.getByRole('row', { name: 'Administrators 5.4 hours 40 hours' })).toBeVisible();
    expect(times.getByRole('row', { name: 'Landlords 3.2 days none yet' })).toBeVisible();
  });
});

test.each([
  [0.66, '40 minutes', '40 Minuten'],
  [1, '1 hour', '1 Stunde'],
  [47.96, '48 hours', '48 Stunden'],
  [60, '2.5 days', '2,5 Tage'],
])('%s hours are %s, %s', (hours, english, german) => {
  expect(durationIn('en-US')(hours)).toBe(english);
  expect(durationIn('de-DE')(hours)).toBe(german);
});
