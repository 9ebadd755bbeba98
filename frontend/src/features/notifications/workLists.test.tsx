import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Role } from '../../api/generated';
import { event } from '../../testing/adminFixtures';
import { application, landlordRegistration, studentRegistration } from '../../testing/fixtures';
import { mockList } from '../../testing/mockList';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

type Row = { externalId: string };

const lists: [string, Role, string, string, (change: Row) => Row][] = [
  [
    '/registration-requests',
    'ADMIN',
    '/api/v1/users/students/registrations',
    'pendingStudentRegistrationRequests',
    studentRegistration,
  ],
  [
    '/registration-requests?tab=landlords',
    'ADMIN',
    '/api/v1/users/landlords/registrations',
    'pendingLandlordRegistrationRequests',
    landlordRegistration,
  ],
  ['/student-applications', 'ADMIN', '/api/v1/applications', 'pendingApplications', application],
  ['/applications', 'LANDLORD', '/api/v1/applications', 'pendingApplications', application],
  ['/events', 'ADMIN', '/api/v1/events', 'pendingEvents', event],
];

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const shownRows = () => screen.getAllByRole('row').slice(1);
const poll = () => act(() => vi.advanceTimersByTimeAsync(10_000));

/** Opens a work list with the rows of `state`. Their number is the polled count. */
async function openList([address, role, path, count, row]: (typeof lists)[number], rows = 1) {
  const named = (externalId: string) => row({ externalId });
  const state = { rows: Array.from({ length: rows }, (_, index) => named(`row-${index}`)) };
  const none = {
    pendingStudentRegistrationRequests: 0,
    pendingLandlordRegistrationRequests: 0,
    pendingApplications: 0,
    pendingEvents: 0,
  };
  const queries = mockList(path, () => state.rows);
  server.use(
    http.get('*/api/v1/notifications/:whose', () =>
      HttpResponse.json({ payload: { ...none, [count]: state.rows.length } }),
    ),
  );
  const app = await renderApp(address, { role });
  await screen.findByRole('table');
  await within(screen.getByRole('banner')).findAllByText('New');
  const add = (externalId: string) => (state.rows = [named(externalId), ...state.rows]);
  return { ...app, state, queries, add };
}

describe.each(lists)('%s of %s', (...list) => {
  test('shows a new row when the polled count rises', async () => {
    const { add } = await openList(list);
    add('new');
    await poll();
    await waitFor(() => expect(shownRows()).toHaveLength(2));
  });

  test('is not requested again while the polled count is the same', async () => {
    const { queries } = await openList(list);
    await poll();
    await poll();
    expect(queries).toHaveLength(1);
  });

  test('is requested again when the tab is shown', async () => {
    const { queries } = await openList(list);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(queries).toHaveLength(2));
  });

  test('gives the focus to the heading when the focused row leaves the page', async () => {
    const { add } = await openList(list, 10);
    const last = within(shownRows().at(-1) ?? document.body)
      .getAllByRole('button')
      .at(-1);
    act(() => last?.focus());
    add('new');
    await poll();
    await waitFor(() => expect(last).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

const landlordList = lists[3] as (typeof lists)[number];
const administratorList = lists[2] as (typeof lists)[number];

test('a rising count keeps an open dialog with its typed text and its focus', async () => {
  const { user, add } = await openList(landlordList, 10);
  await user.click(screen.getAllByRole('button', { name: /^Reject / }).at(-1) ?? document.body);
  const field = within(await screen.findByRole('dialog')).getByRole('textbox');
  await user.type(field, 'Sorry');
  add('new');
  await poll();
  await waitFor(() => expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(11));
  expect(field).toHaveValue('Sorry');
  expect(field).toHaveFocus();
});

test('a rising count keeps the dialog of a donation, whose row leaves the page', async () => {
  const [address, role, path, count] = administratorList;
  const approved = (row: Row) => application({ ...row, administratorApprovalStatus: 'APPROVED' });
  const { user, add } = await openList([`${address}?adminStatus=ANY`, role, path, count, approved], 10);
  await user.click(screen.getAllByRole('button', { name: /^Donation Request to / }).at(-1) ?? document.body);
  const dialog = await screen.findByRole('dialog');
  add('new');
  await poll();
  expect(dialog).toBeInTheDocument();
});

test('a decision that lowers the count requests the list once', async () => {
  const { user, queries, state } = await openList(landlordList, 2);
  server.use(
    http.put('*/api/v1/applications/:id/review', () => {
      state.rows = state.rows.slice(1);
      return HttpResponse.json({ payload: application({ externalId: 'row-0', status: 'REJECTED' }) });
    }),
  );
  await user.click(screen.getAllByRole('button', { name: /^Reject / })[0] ?? document.body);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(shownRows()).toHaveLength(1));
  await poll();
  expect(queries).toHaveLength(2);
});
