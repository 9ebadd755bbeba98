import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApplicationResponse, Decision } from '../../../api/generated';
import { application, landlord, person } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { expectToast } from '../../../testing/expectToast';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '/api/v1/applications';
const names = ['Sena', 'Mert', 'Lena'];
const button = (verb: 'Accept' | 'Reject', name: string) =>
  screen.getByRole('button', { name: `${verb} ${name} Aydın’s application` });
/** Asynchronous, because a closing dialog hides the table. */
const rowOf = async (name: string) => {
  const cell = await screen.findByRole('button', { name: `${name} Aydın` });
  return within(cell.closest('tr') ?? document.body);
};
const pendingApplications = (changes: Partial<ApplicationResponse> = {}) =>
  names.map((firstName) =>
    application({ externalId: firstName, student: person({ firstName }), ...changes }),
  );

/** Opens the administrator's review page. `respond` answers the next decision. */
async function openQueue(rows = pendingApplications()) {
  let waiting = rows;
  const pendingResponses: ((response: Response) => void)[] = [];
  const requests = mockList(path, () => waiting);
  server.use(
    http.put(
      '*/api/v1/applications/:id/admin-review',
      () => new Promise<Response>((resolve) => pendingResponses.push(resolve)),
    ),
  );
  const app = await renderApp('/student-applications', { role: 'ADMIN' });
  await screen.findByRole('table');
  const respond = async (response: Response, remaining = waiting) => {
    await waitFor(() => expect(pendingResponses.length).toBeGreaterThan(0));
    waiting = remaining;
    pendingResponses.shift()?.(response);
  };
  return { ...app, requests, respond };
}
const approved = () =>
  HttpResponse.json({ payload: application({ administratorApprovalStatus: 'APPROVED' }) });

describe('decision', () => {
  test('shows in its row at once, and the list is requested again after the response', async () => {
    const { user, requests, respond } = await openQueue();
    await user.click(button('Accept', 'Sena'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
    expect((await rowOf('Sena')).getByText('Approved')).toBeVisible();
    expect((await rowOf('Sena')).queryByRole('button', { name: /^Accept/ })).not.toBeInTheDocument();
    expect((await rowOf('Mert')).getByText('Pending')).toBeVisible();
    expect(requests).toHaveLength(1);
    await respond(approved(), pendingApplications().slice(1));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sena Aydın' })).toBeNull());
    expect(screen.getByText('You have accepted Sena Aydın’s application.')).toHaveRole('status');
    expect(requests).toHaveLength(2);
  });

  test('is reverted after a failure, with the translated error in an alert', async () => {
    const { user, i18n, respond } = await openQueue();
    await user.click(button('Reject', 'Mert'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }));
    expect((await rowOf('Mert')).getByText('Rejected')).toBeVisible();
    await respond(failure(503, 'exception.server.unavailable'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Your decision on Mert Aydın’s application was not saved');
    expect(alert).toHaveTextContent('The service cannot be reached right now.');
    expect((await rowOf('Mert')).getByText('Pending')).toBeVisible();
    expect(button('Reject', 'Mert')).toBeVisible();
    expect((await rowOf('Sena')).getByText('Pending')).toBeVisible();
    expect(screen.queryByText('You have rejected Mert Aydın’s application.')).not.toBeInTheDocument();
    await i18n.changeLanguage('de-DE');
    expect(alert).toHaveTextContent('Der Dienst ist gerade nicht erreichbar.');
    await user.click(within(alert).getByRole('button', { name: 'Hinweis schließen' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(document.activeElement).toHaveAccessibleName('Bewerbung von Mert Aydın annehmen');
  });

  test('of another administrator shows an error and the updated list', async () => {
    const { user, requests, respond } = await openQueue();
    await user.click(button('Accept', 'Sena'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
    const [first, ...others] = pendingApplications();
    const decidedByOther = { ...first, administratorApprovalStatus: 'REJECTED' } as ApplicationResponse;
    await respond(failure(409, 'exception.application.already-reviewed'), [decidedByOther, ...others]);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'A decision on this application has already been made.',
    );
    await (await rowOf('Sena')).findByText('Rejected');
    expect(requests).toHaveLength(2);
  });

  test('removes the error of its row when it is retried', async () => {
    const { user, respond } = await openQueue();
    const decide = async (name: string) => {
      await user.click(button('Accept', name));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
    };
    await decide('Sena');
    await respond(failure(503, 'exception.server.unavailable'));
    await screen.findByRole('alert');
    await decide('Mert');
    expect(screen.getByRole('alert')).toHaveTextContent('Sena Aydın');
    await decide('Sena');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('keyboard', () => {
  test('two keys decide and focus the next row', async () => {
    const { user, respond } = await openQueue();
    button('Accept', 'Sena').focus();
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept application?' }));
    expect(dialog.getByRole('button', { name: 'Accept' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button('Accept', 'Mert')).toHaveFocus());
    // Rejects the next one before the response to the first decision.
    await user.tab();
    await user.keyboard('{Enter}');
    expect(
      within(await screen.findByRole('dialog', { name: 'Reject application?' })).getByRole('radio', {
        name: 'None given',
      }),
    ).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button('Accept', 'Lena')).toHaveFocus());
    await respond(approved(), pendingApplications().slice(2));
    await respond(approved(), pendingApplications().slice(2));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    expect(button('Accept', 'Lena')).toHaveFocus();
  });

  test('the heading has the focus after the last decision', async () => {
    const { user, respond } = await openQueue(pendingApplications().slice(0, 1));
    button('Reject', 'Sena').focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Student Applications' })).toHaveFocus(),
    );
    await respond(approved(), []);
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
  });

  test('key repeat decides nothing', async () => {
    const { user } = await openQueue();
    const accept = button('Accept', 'Sena');
    expect(fireEvent.keyDown(accept, { key: 'Enter', repeat: true })).toBe(false);
    await user.click(accept);
    const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' });
    expect(fireEvent.keyDown(confirm, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(confirm, { key: 'Enter' })).toBe(true);
  });

  test('Cancel restores the focus', async () => {
    const { user } = await openQueue();
    button('Reject', 'Mert').focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(button('Reject', 'Mert')).toHaveFocus();
  });

  test('a long letter can be scrolled', async () => {
    const { user } = await openQueue(pendingApplications({ applicationLetter: 'Hello.\n'.repeat(400) }));
    await user.click(screen.getByRole('button', { name: 'Read Sena Aydın’s application letter' }));
    const letter = await screen.findByRole('region', { name: 'Application letter from Sena Aydın' });
    expect(letter).toHaveAttribute('tabindex', '0');
    expect(letter.querySelectorAll('p')).toHaveLength(400);
  });
});

describe('waiting time', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-13T10:00:00Z') }));
  afterEach(() => vi.useRealTimers());

  test('shows for pending applications, with text and color for overdue ones', async () => {
    const [first, second, third] = pendingApplications();
    await openQueue([
      { ...first, waitingSince: '2026-11-03T09:30:00Z', overdue: true } as ApplicationResponse,
      { ...second, waitingSince: '2026-11-10T09:30:00Z' } as ApplicationResponse,
      { ...third, administratorApprovalStatus: 'APPROVED', overdue: true } as ApplicationResponse,
    ]);
    const age = (await rowOf('Sena')).getByText('10 days ago');
    expect(age).toHaveAttribute('title', expect.stringContaining('Nov 3, 2026'));
    expect(age.parentElement).toHaveTextContent('Received 10 days ago');
    expect((await rowOf('Sena')).getByText('overdue')).toHaveAttribute('data-tone', 'red');
    expect((await rowOf('Mert')).getByText('3 days ago')).toBeVisible();
    expect((await rowOf('Mert')).queryByText('overdue')).not.toBeInTheDocument();
    // The landlord has to decide this one.
    expect((await rowOf('Lena')).queryByText(/ago|overdue/)).not.toBeInTheDocument();
  });

  test.each([
    [
      'ADMIN',
      '/student-applications?adminStatus=APPROVED&landlordStatus=REJECTED&page=1',
      'adminStatus=PENDING&page=0&sortDirection=ASC&sortField=dateCreated',
      '?sortField=dateCreated&sortDirection=ASC',
    ],
    [
      'LANDLORD',
      '/applications?status=REJECTED&page=1',
      'page=0&sortDirection=ASC&sortField=lastModified&status=PENDING',
      '?sortDirection=ASC',
    ],
  ] as const)('a toggle sorts by the oldest for %s', async (role, address, question, query) => {
    server.use(
      http.get('*/api/v1/notifications/:role', () =>
        HttpResponse.json({ payload: { pendingApplications: 3 } }),
      ),
    );
    const requests = mockList(
      path,
      () => pendingApplications({ status: 'REJECTED', administratorApprovalStatus: 'APPROVED' }),
      1,
    );
    const { user } = await renderApp(address, { role });
    const oldest = await screen.findByRole('button', { name: 'Oldest first' });
    expect(oldest).toHaveAttribute('aria-pressed', 'false');
    await user.click(oldest);
    await waitFor(() => expect(requests.at(-1)).toBe(question));
    expect(window.location.search).toBe(query);
    expect(oldest).toHaveAttribute('aria-pressed', 'true');
    await user.click(oldest);
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  test('has no toggle for the oldest without pending applications', async () => {
    await openQueue(pendingApplications({ administratorApprovalStatus: 'APPROVED' }));
    expect(screen.queryByRole('button', { name: 'Oldest first' })).not.toBeInTheDocument();
  });
});

describe('donation request', () => {
  const requestButton = () => screen.queryByRole('button', { name: 'Donation Request to Aylin Demir' });
  const decidedApplication = (
    administratorApprovalStatus: Decision,
    changes: Partial<ApplicationResponse> = {},
  ) => [application({ landlord: { ...landlord }, administratorApprovalStatus, ...changes })];

  test.each([
    ['PENDING', 0],
    ['REJECTED', 0],
    ['APPROVED', 1],
  ] as const)('%s has %i buttons', async (status, count) => {
    await openQueue(decidedApplication(status));
    expect(screen.queryAllByRole('button', { name: /^Donation/ })).toHaveLength(count);
  });

  test('is not offered without an active landlord', async () => {
    const { unmount } = await openQueue(decidedApplication('APPROVED', { landlord: null }));
    expect(requestButton()).not.toBeInTheDocument();
    unmount();
    await openQueue(decidedApplication('APPROVED', { landlord: { ...landlord, status: 'INACTIVE' } }));
    expect(requestButton()).not.toBeInTheDocument();
  });

  test('is sent after confirmation with the listing', async () => {
    const sent = recordBodies('post', `/api/v1/users/${landlord.externalId}/request-donation`);
    const { user } = await openQueue(decidedApplication('APPROVED'));
    await user.click(requestButton() ?? document.body);
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a donation?' }));
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Send email' }));
    await expectToast(user, 'Aylin Demir will be asked for a donation.');
    expect(sent).toEqual([{ listingId: application().listing.externalId }]);
  });
});
