import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RegistrationStatus, StudentRegistrationResponse } from '../../../api/generated';
import { landlordRegistration, student, studentRegistration } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { expectToast } from '../../../testing/expectToast';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const studentsPath = '/api/v1/users/students/registrations';
const landlordsPath = '/api/v1/users/landlords/registrations';
const preset = 'page=0&sortDirection=DESC&sortField=lastModified&status=PENDING';

const table = () => screen.findByRole('table', { name: 'Registration Requests' });
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const rows = () => screen.getAllByRole('row').slice(1);
const tab = (name: string) => screen.getByRole('tab', { name });
const status = (name: string) =>
  within(screen.getByRole('group', { name: 'Status' })).getByRole('checkbox', { name });

/** The download of a proof, not that of the list. */
const proofOfRow = { name: /^Download.*proof of study/ };
const queryProof = () => screen.queryByRole('button', proofOfRow);
const findProof = () => screen.findByRole('button', proofOfRow);

const numberedRegistrations = (count: number, changes: Partial<StudentRegistrationResponse> = {}) =>
  Array.from({ length: count }, (_, index) =>
    studentRegistration({
      externalId: `request-${index}`,
      student: { ...student, status: 'NEW', firstName: `Student${index}` },
      ...changes,
    }),
  );

async function openRequests(requests: readonly StudentRegistrationResponse[], query = '') {
  const queries = mockList(studentsPath, () => requests);
  const landlordQueries = mockList(landlordsPath, () => [landlordRegistration()]);
  const app = await renderApp(`/registration-requests${query}`, { role: 'ADMIN' });
  await table();
  return { ...app, queries, landlordQueries };
}

describe('tabs', () => {
  test('are Students and Landlords with separate endpoints, and in the URL', async () => {
    const { user, queries, landlordQueries } = await openRequests(numberedRegistrations(1));
    expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual(['Students', 'Landlords']);
    expect(tab('Students')).toHaveAttribute('aria-selected', 'true');
    expect(queries).toEqual([preset]);
    expect(landlordQueries).toEqual([]);
    await user.click(tab('Landlords'));
    expect(await screen.findByRole('button', { name: 'Aylin Demir landlord@portal.test' })).toBeVisible();
    expect(landlordQueries).toEqual([preset]);
    expect(window.location.search).toBe('?tab=landlords');
    expect(screen.queryByText(/Student0/)).not.toBeInTheDocument();
    await user.click(tab('Students'));
    expect(await screen.findByRole('button', { name: 'Student0 Aydın student@portal.test' })).toBeVisible();
    expect(window.location.search).toBe('');
  });

  test('are restored from the URL and kept by a filter', async () => {
    const { user, queries, landlordQueries } = await openRequests([], '?tab=landlords');
    expect(tab('Landlords')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('tabpanel', { name: 'Landlords' })).toContainElement(await table());
    await user.click(status('Approved'));
    await waitFor(() => expect(window.location.search).toBe('?tab=landlords&status=PENDING&status=APPROVED'));
    await waitFor(() => expect(landlordQueries).toHaveLength(2));
    expect(queries).toEqual([]);
  });

  test('keep the keyword and show the first page', async () => {
    const { user, landlordQueries } = await openRequests(
      numberedRegistrations(11),
      '?page=1&keyword=an&sortField=email&status=REJECTED',
    );
    await user.click(tab('Landlords'));
    await waitFor(() =>
      expect(landlordQueries).toEqual([
        'keyword=an&page=0&sortDirection=DESC&sortField=email&status=REJECTED',
      ]),
    );
    expect(window.location.search).toBe('?tab=landlords&keyword=an&sortField=email&status=REJECTED');
  });
});

describe('table', () => {
  test('has user, status, last modified, proof of study and review for students', async () => {
    await openRequests(numberedRegistrations(1));
    expect(headers()).toEqual(['User', 'Status', 'Last Modified', 'Proof of study', 'Review']);
    const row = within(rows()[0] ?? document.body);
    expect(row.getByText('student@portal.test')).toBeVisible();
    expect(row.getByText('Nov 3, 2026')).toBeVisible();
    expect(row.getByRole('button', { name: /^Download/ })).toHaveTextContent('Download');
  });

  test('has no proof of study for landlords', async () => {
    await openRequests([], '?tab=landlords');
    expect(headers()).toEqual(['User', 'Status', 'Last Modified', 'Review']);
    expect(queryProof()).not.toBeInTheDocument();
  });

  test('has no download for a deleted proof', async () => {
    await openRequests(numberedRegistrations(1, { proofOfStudyDocument: null }));
    expect(screen.getByText('No longer stored')).toBeVisible();
    expect(queryProof()).not.toBeInTheDocument();
  });

  test.each([
    ['PENDING', 'Pending', 'yellow', 1],
    ['APPROVED', 'Approved', 'green', 0],
    ['REJECTED', 'Rejected', 'red', 0],
  ] as [RegistrationStatus, string, string, number][])(
    '%s has the badge %s in %s and %i review buttons',
    async (decision, word, tone, reviews) => {
      await openRequests(numberedRegistrations(1, { status: decision }));
      const row = within(rows()[0] ?? document.body);
      expect(row.getByText(word)).toHaveAttribute('data-tone', tone);
      expect(row.queryAllByRole('button', { name: /^Review/ })).toHaveLength(reviews);
    },
  );

  test('opens a dialog with details of the user', async () => {
    const { user } = await openRequests([], '?tab=landlords');
    await user.click(await screen.findByRole('button', { name: 'Aylin Demir landlord@portal.test' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Aylin Demir' }));
    expect(dialog.getByText('Lindenstraße 12, 50674 Köln')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'landlord@portal.test' })).toBeVisible();
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('filters', () => {
  test('show pending registrations by default, and can be reset', async () => {
    const { user, queries } = await openRequests(numberedRegistrations(1));
    expect(status('Pending')).toBeChecked();
    expect(status('Approved')).not.toBeChecked();
    expect(status('Rejected')).not.toBeChecked();
    await user.click(status('Pending'));
    await waitFor(() => expect(queries.at(-1)).toBe('page=0&sortDirection=DESC&sortField=lastModified'));
    expect(window.location.search).toBe('?status=ANY');
  });

  test('send keyword, order and direction', async () => {
    const { user, queries } = await openRequests(numberedRegistrations(1));
    const options = within(screen.getByRole('combobox', { name: 'Sort by' })).getAllByRole('option');
    expect(options.map((option) => option.getAttribute('value'))).toEqual([
      'lastModified',
      'dateCreated',
      'firstName',
      'lastName',
      'email',
      'status',
    ]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Last name');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'Ascending');
    await user.type(screen.getByRole('searchbox'), 'Sena');
    await waitFor(() =>
      expect(queries.at(-1)).toBe('keyword=Sena&page=0&sortDirection=ASC&sortField=lastName&status=PENDING'),
    );
  });

  test('have pages of ten in the URL', async () => {
    const { user } = await openRequests(numberedRegistrations(11));
    expect(screen.getByText('11 registrations')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(window.location.search).toBe('?page=1');
  });

  test('show a notice when no registration is pending', async () => {
    mockList(studentsPath, () => []);
    await renderApp('/registration-requests', { role: 'ADMIN' });
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
  });

  test('show another notice without any registration', async () => {
    mockList(studentsPath, () => []);
    await renderApp('/registration-requests?status=ANY', { role: 'ADMIN' });
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show everything' })).not.toBeInTheDocument();
  });
});

describe('proof of study', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Records the downloads. */
  function recordDownloads() {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    return saved;
  }

  const file = () =>
    new HttpResponse('%PDF', {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename*=UTF-8''Immatrikulation%20Ayd%C4%B1n.pdf`,
      },
    });

  test('is requested with the token, saved under its file name, and not cached', async () => {
    const saved = recordDownloads();
    const tokens: (string | null)[] = [];
    server.use(
      http.get('*/api/v1/documents/:id', ({ request, params }) => {
        tokens.push(`${String(params['id'])} ${request.headers.get('authorization')}`);
        return file();
      }),
    );
    const { user, store } = await openRequests([studentRegistration()]);
    await user.click(screen.getByRole('button', { name: 'Download Sena Aydın’s proof of study' }));
    await waitFor(() => expect(saved).toEqual(['Immatrikulation Aydın.pdf']));
    expect(tokens).toEqual(['01900000-0000-7000-8000-000000000400 Bearer token-of-ADMIN']);
    expect(JSON.stringify(store.getState())).not.toContain('blob:');
  });

  test('refreshes an expired token once', async () => {
    const saved = recordDownloads();
    const tokens: (string | null)[] = [];
    server.use(
      http.post('*/api/v1/refresh', () => HttpResponse.json({ payload: { token: 'fresh' } })),
      http.get('*/api/v1/documents/:id', ({ request }) => {
        tokens.push(request.headers.get('authorization'));
        return tokens.length === 1 ? failure(403, 'exception.auth.unauthenticated') : file();
      }),
    );
    const { user } = await openRequests([studentRegistration()]);
    await user.click(await findProof());
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(tokens).toEqual(['Bearer token-of-ADMIN', 'Bearer fresh']);
  });

  test('shows that it is no longer stored', async () => {
    const saved = recordDownloads();
    server.use(http.get('*/api/v1/documents/:id', () => failure(404, 'exception.document.not-found')));
    const { user } = await openRequests([studentRegistration()]);
    await user.click(await findProof());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The proof of study of Sena Aydın was not downloaded');
    expect(alert).toHaveTextContent('This proof of study does not exist or no longer exists.');
    expect(saved).toEqual([]);
  });
});

describe('review', () => {
  const open = () => screen.findByRole('button', { name: 'Review Student0 Aydın’s registration' });
  const dialog = async () =>
    within(await screen.findByRole('dialog', { name: 'Registration of Student0 Aydın' }));

  /** Mocks the reviews. The list has pending registrations only. */
  async function openReviewPage(respond?: () => Response) {
    let waiting = numberedRegistrations(2);
    const decided: string[] = [];
    const queries = mockList(studentsPath, () => waiting);
    server.use(
      http.put(`*${studentsPath}/:id`, ({ request, params }) => {
        decided.push(`${String(params['id'])} ${new URL(request.url).search}`);
        if (respond) return respond();
        waiting = waiting.filter((row) => row.externalId !== params['id']);
        return HttpResponse.json({ payload: studentRegistration({ status: 'APPROVED' }) });
      }),
    );
    const app = await renderApp('/registration-requests', { role: 'ADMIN' });
    await table();
    return { ...app, queries, decided };
  }

  test('shows the user, the proof of study, Approve and Reject', async () => {
    const { user, decided } = await openReviewPage();
    await user.click(await open());
    const shown = await dialog();
    expect(shown.getByRole('link', { name: 'student@portal.test' })).toBeVisible();
    expect(shown.getByText('May 17, 2003')).toBeVisible();
    expect(shown.getByText('Immatrikulation Aydın.pdf')).toBeVisible();
    expect(shown.getByRole('button', { name: /^Download/ })).toBeVisible();
    expect(shown.getByRole('button', { name: 'Approve' })).toBeVisible();
    expect(shown.getByRole('button', { name: 'Reject' })).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(decided).toEqual([]);
  });

  test.each([
    ['Approve', 'true', 'Student0 Aydın’s registration has been approved.'],
    ['Reject', 'false', 'Student0 Aydın’s registration has been rejected.'],
  ])('%s sends approved=%s and requests the list again', async (decision, approved, text) => {
    const { user, queries, decided } = await openReviewPage();
    await user.click(await open());
    await user.click((await dialog()).getByRole('button', { name: decision }));
    await expectToast(user, text);
    expect(decided).toEqual([`request-0 ?approved=${approved}`]);
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(queries).toHaveLength(2);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('uses another endpoint for landlords', async () => {
    const decided: string[] = [];
    server.use(
      http.put(`*${landlordsPath}/:id`, ({ request }) => {
        decided.push(new URL(request.url).pathname);
        return HttpResponse.json({ payload: landlordRegistration({ status: 'APPROVED' }) });
      }),
    );
    const { user } = await openRequests([], '?tab=landlords');
    await user.click(await screen.findByRole('button', { name: 'Review Aylin Demir’s registration' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Registration of Aylin Demir' }));
    expect(shown.queryByText('Proof of study')).not.toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'Approve' }));
    await expectToast(user, 'Aylin Demir’s registration has been approved.');
    expect(decided).toEqual([`${landlordsPath}/${landlordRegistration().externalId}`]);
  });

  test('focuses the next row after a decision, and the heading after the last one', async () => {
    const { user } = await openReviewPage();
    (await open()).focus();
    for (const next of ['Review Student1 Aydın’s registration', 'Registration Requests']) {
      await user.keyboard('{Enter}');
      const shown = within(await screen.findByRole('dialog'));
      shown.getByRole('button', { name: 'Approve' }).focus();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(document.activeElement).toHaveAccessibleName(next));
    }
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    await expectToast(user, '2 registrations approved.');
  });

  test.each([
    [
      'a colleague who was faster',
      () => failure(409, 'exception.registration.already-reviewed'),
      'A decision on this registration has already been made.',
    ],
    [
      'a failing server',
      () => failure(503, 'exception.server.unavailable'),
      'The service cannot be reached right now. Please try again in a moment.',
    ],
    [
      'a lost connection',
      () => HttpResponse.error(),
      'No connection. Check your internet connection and try again.',
    ],
  ])('%s closes the dialog, shows at the row, and requests the list again', async (_, respond, text) => {
    const { user, queries } = await openReviewPage(respond);
    await user.click(await open());
    await user.click((await dialog()).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Your decision on the registration of Student0 Aydın was not saved');
    expect(alert).toHaveTextContent(text);
    expect(alert.closest('tr')?.previousElementSibling).toHaveTextContent('Student0 Aydın');
    await waitFor(() => expect(queries).toHaveLength(2));
  });
});

describe('waiting time', () => {
  test('shows for pending registrations, and marks overdue ones', async () => {
    const since = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await openRequests([
      ...numberedRegistrations(1, { waitingSince: since, overdue: true }),
      studentRegistration({ status: 'APPROVED', waitingSince: null }),
    ]);
    const [late, decided] = rows().map((row) => within(row));
    expect(late?.getByText('8 days ago')).toHaveAttribute('datetime', since);
    expect(late?.getByText('overdue')).toHaveAttribute('data-tone', 'red');
    expect(decided?.queryByText(/ago|overdue/)).not.toBeInTheDocument();
  });

  test('a toggle sorts by the oldest and keeps the tab', async () => {
    const { user, landlordQueries } = await openRequests([], '?tab=landlords&status=REJECTED&page=0');
    await user.click(screen.getByRole('button', { name: 'Oldest first' }));
    await waitFor(() =>
      expect(landlordQueries.at(-1)).toBe('page=0&sortDirection=ASC&sortField=dateCreated&status=PENDING'),
    );
    expect(window.location.search).toBe('?tab=landlords&sortField=dateCreated&sortDirection=ASC');
  });
});

test('all texts change with the language', async () => {
  const { i18n } = await openRequests(numberedRegistrations(1));
  await i18n.changeLanguage('de-DE');
  expect(await screen.findByRole('heading', { level: 1, name: 'Registrierungen' })).toBeVisible();
  expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual(['Studierende', 'Vermietende']);
  expect(headers()).toEqual(['Person', 'Status', 'Zuletzt geändert', 'Studiennachweis', 'Prüfung']);
  expect(screen.getByRole('button', { name: 'Registrierung von Student0 Aydın prüfen' })).toHaveTextContent(
    'Prüfen',
  );
});
