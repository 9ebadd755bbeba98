import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { EventResponse, EventType } from '../api/generated';
import { failure } from '../testing/handlers';
import { event, eventListing, eventPerson } from '../testing/place';
import { playList } from '../testing/playList';
import { readToast } from '../testing/readToast';
import { recordBodies } from '../testing/recordBodies';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const path = '/api/v1/events';
const unacknowledged = 'acknowledged=false&page=0&sortDirection=DESC&sortField=dateCreated';
const table = () => screen.findByRole('table', { name: 'Events' });
const rows = () => screen.getAllByRole('row').slice(1);
const firstRow = () => within(rows()[0] ?? document.body);
const toggle = (name: string) => screen.getByRole('button', { name });

const openEvents = (events: readonly EventResponse[], address?: string) => openWith(() => events, address);

/** A portal whose events may change while the page is open. */
async function openWith(events: () => readonly EventResponse[], address = '/events') {
  const asked = playList(path, events);
  const app = await renderApp(address, { role: 'ADMIN' });
  await table();
  return { ...app, asked };
}

/** So many events wait; `acknowledge-all` acknowledges them, unless it answers otherwise. */
function playWaiting(count: number, answer?: () => Response) {
  const seen = { waiting: count, sent: 0 };
  const none = { pendingStudentRegistrationRequests: 0, pendingLandlordRegistrationRequests: 0 };
  server.use(
    http.get('*/api/v1/notifications/admin', () =>
      HttpResponse.json({ payload: { ...none, pendingApplications: 0, pendingEvents: seen.waiting } }),
    ),
    http.put(`*${path}/acknowledge-all`, () => {
      seen.sent += 1;
      if (answer) return answer();
      seen.waiting = 0;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return seen;
}

describe('Acknowledge all', () => {
  const open = async () => {
    const button = await screen.findByRole('button', { name: 'Acknowledge all' });
    await waitFor(() => expect(button).toBeEnabled());
    return button;
  };
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Acknowledge all events?' }));

  test('asks with the number, and the list is read again', async () => {
    const seen = playWaiting(12);
    const { user, asked } = await openWith(() => (seen.waiting > 0 ? [event()] : []));
    await user.click(await open());
    expect((await dialog()).getByText(/^12 events will be acknowledged/)).toBeVisible();
    expect(seen.sent).toBe(0);
    await user.click((await dialog()).getByRole('button', { name: 'Acknowledge all' }));
    expect(await screen.findByText('12 events acknowledged.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expect(asked).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Acknowledge all' })).toBeDisabled();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('that is cancelled or refused changes nothing', async () => {
    const seen = playWaiting(2, () => failure(503, 'exception.server.unavailable'));
    const { user } = await openWith(() => [event()]);
    await user.click(await open());
    await user.click((await dialog()).getByRole('button', { name: 'Acknowledge all' }));
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent(/^The service cannot be reached/);
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(seen).toEqual({ waiting: 2, sent: 1 });
    expect(rows()).toHaveLength(1);
  });

  test('is disabled where no event waits', async () => {
    playWaiting(0);
    await openEvents([event({ acknowledged: true })], '/events?showAll=true');
    expect(screen.getByRole('button', { name: 'Acknowledge all' })).toBeDisabled();
  });
});

describe('the list', () => {
  test('Y382: is sorted by when it happened, and only the direction can be chosen', async () => {
    const { user, asked } = await openEvents([event()]);
    expect(asked).toEqual([unacknowledged]);
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'Ascending');
    await waitFor(() => expect(asked.at(-1)).toContain('sortDirection=ASC&sortField=dateCreated'));
    expect(window.location.search).toBe('?sortDirection=ASC');
  });

  test('Y383 Y384: shows what nobody has acknowledged, or all; the address says which', async () => {
    const { user, asked } = await openEvents([event()]);
    expect(screen.getByText('1 unacknowledged event')).toBeVisible();
    expect(toggle('Show Unacknowledged')).toHaveAttribute('aria-pressed', 'true');
    await user.click(toggle('Show All'));
    await waitFor(() => expect(asked.at(-1)).toBe('page=0&sortDirection=DESC&sortField=dateCreated'));
    expect(window.location.search).toBe('?showAll=true');
    expect(await screen.findByText('1 event')).toBeVisible();
    await user.click(toggle('Show Unacknowledged'));
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  test('Y384: an address with everything in it is understood', async () => {
    const many = Array.from({ length: 25 }, (_, index) => event({ externalId: `event-${index}` }));
    const { asked } = await openEvents(
      many,
      '/events?page=1&sortField=dateCreated&sortDirection=ASC&showAll=true',
    );
    expect(asked).toEqual(['page=1&sortDirection=ASC&sortField=dateCreated']);
    expect(screen.getByRole('button', { name: 'Page 2, current page' })).toBeVisible();
    expect(toggle('Show All')).toHaveAttribute('aria-pressed', 'true');
  });

  test('Y385: a page past the end becomes the last one', async () => {
    const many = Array.from({ length: 11 }, (_, index) => event({ externalId: `event-${index}` }));
    const { asked } = await openEvents(many, '/events?page=7&showAll=false');
    await waitFor(() => expect(asked.at(-1)).toContain('page=1'));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(window.location.search).toBe('?page=1');
  });

  test('Y385: no page is left, so it is the first', async () => {
    const asked = playList(path, () => []);
    await renderApp('/events?page=3', { role: 'ADMIN' });
    expect(await screen.findByText('All done')).toBeVisible();
    expect(window.location.search).toBe('');
    expect(asked.at(-1)).toBe(unacknowledged);
  });

  test('a keyword that fits nothing can be taken away', async () => {
    const { user, asked } = await openEvents([event()]);
    playList(path, () => []);
    await user.type(screen.getByRole('searchbox'), 'nothing');
    await user.click(await screen.findByRole('button', { name: 'Show everything' }));
    await waitFor(() => expect(window.location.search).toBe('?showAll=true'));
    expect(asked).toHaveLength(1);
  });

  test('that cannot be read says why, and tries again', async () => {
    server.use(http.get(`*${path}`, () => failure(503, 'exception.server.unavailable'), { once: true }));
    const { user } = await renderApp('/events', { role: 'ADMIN' });
    expect(await screen.findByText(/^The service cannot be reached/)).toBeVisible();
    playList(path, () => [event()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await table();
  });

  test('leads to the audit trail', async () => {
    await openEvents([event()]);
    expect(screen.getByRole('link', { name: 'Audit trail' })).toHaveAttribute('href', '/audit');
  });
});

describe('an event', () => {
  test.each([
    ['LISTING_RENTED', 'Rented', 'red'],
    ['APPLICATION_APPROVED', 'Application approved', 'indigo'],
    ['STUDENT_REGISTRATION_REQUESTED', 'Student registration', 'yellow'],
    ['LANDLORD_REGISTRATION_REQUESTED', 'Landlord registration', 'yellow'],
    ['LISTING_REPORTED', 'Reported', 'gray'],
  ] as [EventType, string, string][])('Y388: %s is the badge %s in %s', async (type, word, tone) => {
    await openEvents([event({ type, entity: null })]);
    expect(firstRow().getByText(word)).toHaveAttribute('data-tone', tone);
  });

  test('about a listing leads to it in a tab of its own, and says how long ago it was', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-06T10:00:00Z') });
    await openEvents([event()]);
    const link = firstRow().getByRole('link', { name: /^Helles Zimmer mit Blick ins Grüne/ });
    expect(link).toHaveAttribute('href', `/listing/${eventListing.externalId}`);
    expect(link).toHaveAttribute('target', '_blank');
    expect(firstRow().getByText('3 days ago')).toHaveAttribute('datetime', event().dateCreated);
    vi.useRealTimers();
  });

  test.each([
    ['STUDENT', '/registration-requests?keyword=student%40portal.test&status=ANY'],
    ['LANDLORD', '/registration-requests?keyword=student%40portal.test&status=ANY&tab=landlords'],
  ] as const)('about a person (%s) leads to the request', async (role, address) => {
    const type = `${role}_REGISTRATION_REQUESTED` as const;
    await openEvents([event({ type, entity: { ...eventPerson, role } })]);
    expect(firstRow().getByRole('link', { name: 'Sena Aydın' })).toHaveAttribute('href', address);
  });

  test('about somebody who is gone says so', async () => {
    await openEvents([event({ type: 'STUDENT_REGISTRATION_REQUESTED', entity: null })]);
    expect(firstRow().getByText(/Their data has since been deleted/)).toBeVisible();
    expect(firstRow().queryByRole('link')).not.toBeInTheDocument();
  });

  test('shows what was reported as it was written, and folds what is long', async () => {
    const text = `<b>Advance payment</b>\n${'The address is a supermarket. '.repeat(20)}`;
    const { user } = await openEvents([
      event({ type: 'LISTING_REPORTED', report: { reason: 'FRAUD', text } }),
      event({ externalId: 'erased', type: 'LISTING_REPORTED', report: { reason: 'OTHER', text: null } }),
    ]);
    expect(firstRow().getByText('Fraud')).toBeVisible();
    expect(firstRow().getByText(/^<b>Advance payment<\/b>/).textContent).toBe(text);
    await user.click(firstRow().getByRole('button', { name: 'Show the whole report', expanded: false }));
    expect(firstRow().getByRole('button', { name: 'Show less', expanded: true })).toBeVisible();
    expect(screen.getByText('The text of the report is no longer stored.')).toBeVisible();
  });

  test('whose names look like markup shows them as they are', async () => {
    await openEvents([event({ entity: { ...eventListing, title: '<landlord/> {{title}}' } })]);
    expect(firstRow().getByRole('link', { name: /^<landlord\/> \{\{title\}\}/ })).toBeVisible();
  });
});

const acknowledge = (title = eventListing.title) =>
  screen.getByRole('button', { name: `Acknowledge: Rented, ${title}` });

describe('acknowledging', () => {
  test('Y386: shows at once, and the list is read again', async () => {
    let events = [event(), event({ externalId: 'second', entity: { ...eventListing, title: 'Second' } })];
    const { user, asked } = await openWith(() => events);
    let answer = () => undefined as void;
    server.use(
      http.put(`*${path}/:id/acknowledge`, async ({ params }) => {
        await new Promise<void>((resolve) => (answer = resolve));
        events = events.filter(({ externalId }) => externalId !== params.id);
        return HttpResponse.json({ payload: event({ acknowledged: true }) });
      }),
    );
    await user.click(acknowledge());
    expect(firstRow().getByText('Acknowledged')).toBeVisible();
    expect(acknowledge('Second')).toHaveFocus();
    expect(asked).toHaveLength(1);
    answer();
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(asked).toHaveLength(2);
    expect(screen.getByText('1 unacknowledged event')).toBeVisible();
  });

  test('goes back when it is refused', async () => {
    const { user } = await openEvents([event()]);
    server.use(http.put(`*${path}/:id/acknowledge`, () => failure(404, 'exception.event.not-found')));
    await user.click(acknowledge());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This event does not exist or no longer exists.',
    );
    expect(acknowledge()).toBeVisible();
  });
});

const donation = () => screen.queryByRole('button', { name: 'Donation Request to Aylin Demir' });

describe('a donation request', () => {
  const donationPath = `/api/v1/users/${eventListing.landlord.externalId}/request-donation`;

  test('Y387: is confirmed, and names the listing to its landlord', async () => {
    const bodies = recordBodies('post', donationPath);
    const { user } = await openEvents([event()]);
    await user.click(donation() ?? document.body);
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a donation?' }));
    expect(dialog.getByText(/Aylin Demir will get an email.*Helles Zimmer/)).toBeVisible();
    expect(dialog.getByText(/does not affect any decision/)).toBeVisible();
    expect(bodies).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Send email' }));
    await readToast(user, 'Aylin Demir will be asked for a donation.');
    expect(bodies).toEqual([{ listingId: eventListing.externalId }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('that was made already says so', async () => {
    server.use(http.post(`*${donationPath}`, () => failure(409, 'exception.donation.already-requested')));
    const { user } = await openEvents([event()]);
    await user.click(donation() ?? document.body);
    await user.click(await screen.findByRole('button', { name: 'Send email' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('within the last 24 hours');
  });

  test.each([
    ['a registration', event({ type: 'STUDENT_REGISTRATION_REQUESTED', entity: eventPerson })],
    ['a report', event({ type: 'LISTING_REPORTED', report: { reason: 'OTHER', text: 'Odd' } })],
    ['a listing that is gone', event({ entity: null })],
    ['a deactivated landlord', event({ entity: { ...eventListing, landlordActive: false } })],
  ])('is not offered for %s', async (_, one) => {
    await openEvents([one]);
    expect(donation()).not.toBeInTheDocument();
  });
});

test('a reported listing can be taken down from here', async () => {
  const bodies = recordBodies('post', `/api/v1/listings/${eventListing.externalId}/takedown`);
  const { user } = await openEvents([
    event({ type: 'LISTING_REPORTED', report: { reason: 'FRAUD', text: 'Fake' } }),
  ]);
  await user.click(screen.getByRole('button', { name: `Take down: ${eventListing.title}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take this listing down?' }));
  await user.type(dialog.getByRole('textbox'), 'Does not exist.');
  await user.click(dialog.getByRole('button', { name: 'Take listing down' }));
  await readToast(user, '“Helles Zimmer mit Blick ins Grüne” has been taken down.');
  expect(bodies).toEqual([{ reason: 'Does not exist.' }]);
});
