import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { EventResponse, EventType } from '../../api/generated';
import { failure } from '../../testing/handlers';
import { event, eventListing, eventPerson } from '../../testing/adminFixtures';
import { mockList } from '../../testing/mockList';
import { expectToast } from '../../testing/expectToast';
import { recordBodies } from '../../testing/recordBodies';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const path = '/api/v1/events';
const unacknowledged = 'acknowledged=false&page=0&sortDirection=DESC&sortField=dateCreated';
const table = () => screen.findByRole('table', { name: 'Events' });
const rows = () => screen.getAllByRole('row').slice(1);
const firstRow = () => within(rows()[0] ?? document.body);
const toggle = (name: string) => screen.getByRole('button', { name });

const openEvents = (events: readonly EventResponse[], address?: string) => openWith(() => events, address);

/** Mocks a list of events that may change. */
async function openWith(events: () => readonly EventResponse[], address = '/events') {
  const queries = mockList(path, events);
  const app = await renderApp(address, { role: 'ADMIN' });
  await table();
  return { ...app, queries };
}

/** Mocks `count` unacknowledged events. `acknowledge-all` acknowledges them, or calls `respond`. */
function mockUnacknowledged(count: number, respond?: () => Response) {
  const state = { waiting: count, sent: 0 };
  const none = { pendingStudentRegistrationRequests: 0, pendingLandlordRegistrationRequests: 0 };
  server.use(
    http.get('*/api/v1/notifications/admin', () =>
      HttpResponse.json({ payload: { ...none, pendingApplications: 0, pendingEvents: state.waiting } }),
    ),
    http.put(`*${path}/acknowledge-all`, () => {
      state.sent += 1;
      if (respond) return respond();
      state.waiting = 0;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return state;
}

describe('Acknowledge all', () => {
  const enabledButton = async () => {
    const button = await screen.findByRole('button', { name: 'Acknowledge all' });
    await waitFor(() => expect(button).toBeEnabled());
    return button;
  };
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Acknowledge all events?' }));

  test('is confirmed with the count, and requests the list again', async () => {
    const state = mockUnacknowledged(12);
    const { user, queries } = await openWith(() => (state.waiting > 0 ? [event()] : []));
    await user.click(await enabledButton());
    expect((await dialog()).getByText(/^12 events will be acknowledged/)).toBeVisible();
    expect(state.sent).toBe(0);
    await user.click((await dialog()).getByRole('button', { name: 'Acknowledge all' }));
    expect(await screen.findByText('12 events acknowledged.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expect(queries).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Acknowledge all' })).toBeDisabled();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('changes nothing after Cancel or a failure', async () => {
    const state = mockUnacknowledged(2, () => failure(503, 'exception.server.unavailable'));
    const { user } = await openWith(() => [event()]);
    await user.click(await enabledButton());
    await user.click((await dialog()).getByRole('button', { name: 'Acknowledge all' }));
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent(/^The service cannot be reached/);
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(state).toEqual({ waiting: 2, sent: 1 });
    expect(rows()).toHaveLength(1);
  });

  test('is disabled without unacknowledged events', async () => {
    mockUnacknowledged(0);
    await openEvents([event({ acknowledged: true })], '/events?showAll=true');
    expect(screen.getByRole('button', { name: 'Acknowledge all' })).toBeDisabled();
  });
});

describe('list', () => {
  test('is sorted by date, and offers only the direction', async () => {
    const { user, queries } = await openEvents([event()]);
    expect(queries).toEqual([unacknowledged]);
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'Ascending');
    await waitFor(() => expect(queries.at(-1)).toContain('sortDirection=ASC&sortField=dateCreated'));
    expect(window.location.search).toBe('?sortDirection=ASC');
  });

  test('shows unacknowledged events or all, as in the URL', async () => {
    const { user, queries } = await openEvents([event()]);
    expect(screen.getByText('1 unacknowledged event')).toBeVisible();
    expect(toggle('Show Unacknowledged')).toHaveAttribute('aria-pressed', 'true');
    await user.click(toggle('Show All'));
    await waitFor(() => expect(queries.at(-1)).toBe('page=0&sortDirection=DESC&sortField=dateCreated'));
    expect(window.location.search).toBe('?showAll=true');
    expect(await screen.findByText('1 event')).toBeVisible();
    await user.click(toggle('Show Unacknowledged'));
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  test('the URL restores all parameters', async () => {
    const many = Array.from({ length: 25 }, (_, index) => event({ externalId: `event-${index}` }));
    const { queries } = await openEvents(
      many,
      '/events?page=1&sortField=dateCreated&sortDirection=ASC&showAll=true',
    );
    expect(queries).toEqual(['page=1&sortDirection=ASC&sortField=dateCreated']);
    expect(screen.getByRole('button', { name: 'Page 2, current page' })).toBeVisible();
    expect(toggle('Show All')).toHaveAttribute('aria-pressed', 'true');
  });

  test('a page past the end becomes the last one', async () => {
    const many = Array.from({ length: 11 }, (_, index) => event({ externalId: `event-${index}` }));
    const { queries } = await openEvents(many, '/events?page=7&showAll=false');
    await waitFor(() => expect(queries.at(-1)).toContain('page=1'));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(window.location.search).toBe('?page=1');
  });

  test('shows the first page when no page is left', async () => {
    const queries = mockList(path, () => []);
    await renderApp('/events?page=3', { role: 'ADMIN' });
    expect(await screen.findByText('All done')).toBeVisible();
    expect(window.location.search).toBe('');
    expect(queries.at(-1)).toBe(unacknowledged);
  });

  test('a keyword without results can be removed', async () => {
    const { user, queries } = await openEvents([event()]);
    mockList(path, () => []);
    await user.type(screen.getByRole('searchbox'), 'nothing');
    await user.click(await screen.findByRole('button', { name: 'Show everything' }));
    await waitFor(() => expect(window.location.search).toBe('?showAll=true'));
    expect(queries).toHaveLength(1);
  });

  test('shows a failure, which can be retried', async () => {
    server.use(http.get(`*${path}`, () => failure(503, 'exception.server.unavailable'), { once: true }));
    const { user } = await renderApp('/events', { role: 'ADMIN' });
    expect(await screen.findByText(/^The service cannot be reached/)).toBeVisible();
    mockList(path, () => [event()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await table();
  });

  test('links to the audit trail', async () => {
    await openEvents([event()]);
    expect(screen.getByRole('link', { name: 'Audit trail' })).toHaveAttribute('href', '/audit');
  });
});

describe('event', () => {
  test.each([
    ['LISTING_RENTED', 'Rented', 'red'],
    ['APPLICATION_APPROVED', 'Application accepted', 'indigo'],
    ['STUDENT_REGISTRATION_REQUESTED', 'Student registration', 'yellow'],
    ['LANDLORD_REGISTRATION_REQUESTED', 'Landlord registration', 'yellow'],
    ['LISTING_REPORTED', 'Reported', 'gray'],
    ['LISTING_SUSPICIOUS', 'Suspicious', 'red'],
  ] as [EventType, string, string][])('%s has the badge %s in %s', async (type, word, tone) => {
    await openEvents([event({ type, entity: null })]);
    expect(firstRow().getByText(word)).toHaveAttribute('data-tone', tone);
  });

  test('of a listing links to it in a new tab, and shows its age', async () => {
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
  ] as const)('of a %s registration links to it', async (role, address) => {
    const type = `${role}_REGISTRATION_REQUESTED` as const;
    await openEvents([event({ type, entity: { ...eventPerson, role } })]);
    expect(firstRow().getByRole('link', { name: 'Sena Aydın' })).toHaveAttribute('href', address);
  });

  test('of a deleted user shows a placeholder', async () => {
    await openEvents([event({ type: 'STUDENT_REGISTRATION_REQUESTED', entity: null })]);
    expect(firstRow().getByText(/Their data has since been deleted/)).toBeVisible();
    expect(firstRow().queryByRole('link')).not.toBeInTheDocument();
  });

  test('shows the text of a report unchanged, and collapses a long one', async () => {
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

  test('shows names with markup as text', async () => {
    await openEvents([event({ entity: { ...eventListing, title: '<landlord/> {{title}}' } })]);
    expect(firstRow().getByRole('link', { name: /^<landlord\/> \{\{title\}\}/ })).toBeVisible();
  });
});

const acknowledge = (title = eventListing.title) =>
  screen.getByRole('button', { name: `Acknowledge: Rented, ${title}` });

describe('acknowledging', () => {
  test('shows at once, and requests the list again', async () => {
    let events = [event(), event({ externalId: 'second', entity: { ...eventListing, title: 'Second' } })];
    const { user, queries } = await openWith(() => events);
    let respond = () => undefined as void;
    server.use(
      http.put(`*${path}/:id/acknowledge`, async ({ params }) => {
        await new Promise<void>((resolve) => (respond = resolve));
        events = events.filter(({ externalId }) => externalId !== params.id);
        return HttpResponse.json({ payload: event({ acknowledged: true }) });
      }),
    );
    await user.click(acknowledge());
    expect(firstRow().getByText('Acknowledged')).toBeVisible();
    expect(acknowledge('Second')).toHaveFocus();
    expect(queries).toHaveLength(1);
    respond();
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(queries).toHaveLength(2);
    expect(screen.getByText('1 unacknowledged event')).toBeVisible();
  });

  test('of the last event focuses the heading', async () => {
    const { user } = await openEvents([event()]);
    server.use(http.put(`*${path}/:id/acknowledge`, () => delay('infinite')));
    await user.click(acknowledge());
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('is reverted after a failure', async () => {
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

describe('donation request', () => {
  const donationPath = `/api/v1/users/${eventListing.landlord.externalId}/request-donation`;

  test('is sent after confirmation with the listing', async () => {
    const bodies = recordBodies('post', donationPath);
    const { user } = await openEvents([event()]);
    await user.click(donation() ?? document.body);
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a donation?' }));
    expect(dialog.getByText(/Aylin Demir will get an email.*Helles Zimmer/)).toBeVisible();
    expect(dialog.getByText(/does not affect any decision/)).toBeVisible();
    expect(bodies).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Send email' }));
    await expectToast(user, 'Aylin Demir will be asked for a donation.');
    expect(bodies).toEqual([{ listingId: eventListing.externalId }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('shows that it was sent already', async () => {
    server.use(http.post(`*${donationPath}`, () => failure(409, 'exception.donation.already-requested')));
    const { user } = await openEvents([event()]);
    await user.click(donation() ?? document.body);
    await user.click(await screen.findByRole('button', { name: 'Send email' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('within the last 24 hours');
  });

  test.each([
    ['a registration', event({ type: 'STUDENT_REGISTRATION_REQUESTED', entity: eventPerson })],
    ['a report', event({ type: 'LISTING_REPORTED', report: { reason: 'OTHER', text: 'Odd' } })],
    ['a suspicion', event({ type: 'LISTING_SUSPICIOUS', reasons: ['PRICE_TOO_LOW'] })],
    ['a listing that is gone', event({ entity: null })],
    ['a deactivated landlord', event({ entity: { ...eventListing, landlordActive: false } })],
  ])('is not offered for %s', async (_, one) => {
    await openEvents([one]);
    expect(donation()).not.toBeInTheDocument();
  });
});

describe('suspicion', () => {
  const suspicious = (changes: Partial<EventResponse> = {}) =>
    event({ type: 'LISTING_SUSPICIOUS', reasons: ['PRICE_TOO_LOW', 'CONTACT_IN_TEXT'], ...changes });
  const fine = () => screen.getByRole('button', { name: `Not suspicious: ${eventListing.title}` });
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Mark as not suspicious?' }));

  test('shows its reasons', async () => {
    const every = [
      'PRICE_TOO_LOW',
      'CONTACT_IN_TEXT',
      'MONEY_TRANSFER',
      'IMAGE_REUSED',
      'MANY_PUBLICATIONS',
    ] as const;
    await openEvents([suspicious({ reasons: [...every] }), event({ externalId: 'rented' })]);
    const reasons = within(firstRow().getByRole('list', { name: 'Reasons for the suspicion' }));
    expect(reasons.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Rent far below what is usual in the city',
      'Contact details in the text',
      'Money transfer or payment before the viewing',
      'Image from another landlord’s listing',
      'Many listings in one day',
    ]);
    expect(screen.getAllByRole('list', { name: 'Reasons for the suspicion' })).toHaveLength(1);
  });

  test('is dismissed after confirmation, and the list is requested again', async () => {
    let events = [suspicious()];
    const { user, queries } = await openWith(() => events);
    const ids: unknown[] = [];
    server.use(
      http.put(`*${path}/:id/dismiss`, ({ params }) => {
        ids.push(params.id);
        events = [];
        return HttpResponse.json({ payload: suspicious({ acknowledged: true }) });
      }),
    );
    await user.click(fine());
    expect((await dialog()).getByText(/^“Helles Zimmer.*will not be flagged again/)).toBeVisible();
    expect(ids).toEqual([]);
    await user.click((await dialog()).getByRole('button', { name: 'Yes, not suspicious' }));
    expect(
      await screen.findByText('“Helles Zimmer mit Blick ins Grüne” is marked as not suspicious.'),
    ).toBeVisible();
    expect(ids).toEqual([suspicious().externalId]);
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expect(queries).toHaveLength(2);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('stays after Cancel or a failure', async () => {
    const { user } = await openEvents([suspicious()]);
    server.use(http.put(`*${path}/:id/dismiss`, () => failure(503, 'exception.server.unavailable')));
    await user.click(fine());
    await user.click((await dialog()).getByRole('button', { name: 'Yes, not suspicious' }));
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent(/^The service cannot be reached/);
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(fine()).toBeVisible();
  });

  test('can be answered with a takedown, which settles it', async () => {
    let events = [suspicious()];
    const { user } = await openWith(() => events);
    recordBodies('post', `/api/v1/listings/${eventListing.externalId}/takedown`, () => {
      events = [];
      return HttpResponse.json({ payload: {} });
    });
    await user.click(screen.getByRole('button', { name: `Take down: ${eventListing.title}` }));
    const takedown = within(await screen.findByRole('dialog', { name: 'Take this listing down?' }));
    await user.type(takedown.getByRole('textbox'), 'Fraud.');
    await user.click(takedown.getByRole('button', { name: 'Take listing down' }));
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('that is settled, or whose listing is deleted, offers no answer', async () => {
    await openEvents([
      suspicious({ acknowledged: true }),
      suspicious({ externalId: 'deleted', entity: null }),
    ]);
    expect(screen.queryByRole('button', { name: /^Not suspicious/ })).not.toBeInTheDocument();
    expect(firstRow().getByText('Acknowledged')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Acknowledge: Suspicious, deleted' })).toBeVisible();
  });
});
