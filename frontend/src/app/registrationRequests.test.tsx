import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RegistrationStatus, StudentRegistrationResponse } from '../api/generated';
import { landlordRegistration, student, studentRegistration } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { playList } from '../testing/playList';
import { readToast } from '../testing/readToast';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const studentsPath = '/api/v1/users/students/registrations';
const landlordsPath = '/api/v1/users/landlords/registrations';
const preset = 'page=0&sortDirection=DESC&sortField=lastModified&status=PENDING';

const table = () => screen.findByRole('table', { name: 'Registration Requests' });
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const rows = () => screen.getAllByRole('row').slice(1);
const tab = (name: string) => screen.getByRole('tab', { name });
const status = (name: string) =>
  within(screen.getByRole('group', { name: 'Status' })).getByRole('checkbox', { name });

/** The download of a row's proof; the list has another one. */
const proofOfRow = { name: /^Download.*proof of study/ };
const queryProof = () => screen.queryByRole('button', proofOfRow);
const findProof = () => screen.findByRole('button', proofOfRow);

const numbered = (count: number, changes: Partial<StudentRegistrationResponse> = {}) =>
  Array.from({ length: count }, (_, index) =>
    studentRegistration({
      externalId: `request-${index}`,
      student: { ...student, status: 'NEW', firstName: `Student${index}` },
      ...changes,
    }),
  );

async function openRequests(requests: readonly StudentRegistrationResponse[], query = '') {
  const asked = playList(studentsPath, () => requests);
  const askedLandlords = playList(landlordsPath, () => [landlordRegistration()]);
  const app = await renderApp(`/registration-requests${query}`, { role: 'ADMIN' });
  await table();
  return { ...app, asked, askedLandlords };
}

describe('the tabs', () => {
  test('W347: Students first, Landlords by their own call, and the tab is in the address', async () => {
    const { user, asked, askedLandlords } = await openRequests(numbered(1));
    expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual(['Students', 'Landlords']);
    expect(tab('Students')).toHaveAttribute('aria-selected', 'true');
    expect(asked).toEqual([preset]);
    expect(askedLandlords).toEqual([]);
    await user.click(tab('Landlords'));
    expect(await screen.findByRole('button', { name: 'Aylin Demir landlord@portal.test' })).toBeVisible();
    expect(askedLandlords).toEqual([preset]);
    expect(window.location.search).toBe('?tab=landlords');
    expect(screen.queryByText(/Student0/)).not.toBeInTheDocument();
    await user.click(tab('Students'));
    expect(await screen.findByRole('button', { name: 'Student0 Aydın student@portal.test' })).toBeVisible();
    expect(window.location.search).toBe('');
  });

  test('W347: an address with the tab opens it, and a filter keeps it', async () => {
    const { user, asked, askedLandlords } = await openRequests([], '?tab=landlords');
    expect(tab('Landlords')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('tabpanel', { name: 'Landlords' })).toContainElement(await table());
    await user.click(status('Approved'));
    await waitFor(() => expect(window.location.search).toBe('?tab=landlords&status=PENDING&status=APPROVED'));
    await waitFor(() => expect(askedLandlords).toHaveLength(2));
    expect(asked).toEqual([]);
  });

  test('another tab keeps what was searched for, and begins at the first page', async () => {
    const { user, askedLandlords } = await openRequests(
      numbered(11),
      '?page=1&keyword=an&sortField=email&status=REJECTED',
    );
    await user.click(tab('Landlords'));
    await waitFor(() =>
      expect(askedLandlords).toEqual([
        'keyword=an&page=0&sortDirection=DESC&sortField=email&status=REJECTED',
      ]),
    );
    expect(window.location.search).toBe('?tab=landlords&keyword=an&sortField=email&status=REJECTED');
  });
});

describe('the table', () => {
  test('W348: students have user, status, last modified, proof of study and review', async () => {
    await openRequests(numbered(1));
    expect(headers()).toEqual(['User', 'Status', 'Last Modified', 'Proof of study', 'Review']);
    const row = within(rows()[0] ?? document.body);
    expect(row.getByText('student@portal.test')).toBeVisible();
    expect(row.getByText('Nov 3, 2026')).toBeVisible();
    expect(row.getByRole('button', { name: /^Download/ })).toHaveTextContent('Download');
  });

  test('W348: landlords have nothing to download', async () => {
    await openRequests([], '?tab=landlords');
    expect(headers()).toEqual(['User', 'Status', 'Last Modified', 'Review']);
    expect(queryProof()).not.toBeInTheDocument();
  });

  test('W348: a proof that is no longer stored cannot be downloaded', async () => {
    await openRequests(numbered(1, { proofOfStudyDocument: null }));
    expect(screen.getByText('No longer stored')).toBeVisible();
    expect(queryProof()).not.toBeInTheDocument();
  });

  test.each([
    ['PENDING', 'Pending', 'yellow', 1],
    ['APPROVED', 'Approved', 'green', 0],
    ['REJECTED', 'Rejected', 'red', 0],
  ] as [RegistrationStatus, string, string, number][])(
    'W349 W351: %s is the badge %s in %s, with %i review buttons',
    async (decision, word, tone, reviews) => {
      await openRequests(numbered(1, { status: decision }));
      const row = within(rows()[0] ?? document.body);
      expect(row.getByText(word)).toHaveAttribute('data-tone', tone);
      expect(row.queryAllByRole('button', { name: /^Review/ })).toHaveLength(reviews);
    },
  );

  test('W348: the user opens a dialog with what is known, a landlord with the address', async () => {
    const { user } = await openRequests([], '?tab=landlords');
    await user.click(await screen.findByRole('button', { name: 'Aylin Demir landlord@portal.test' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Aylin Demir' }));
    expect(dialog.getByText('Lindenstraße 12, 50674 Köln')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'landlord@portal.test' })).toBeVisible();
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('the filters', () => {
  test('W350: only what is pending is shown at first, and the preset can be taken away', async () => {
    const { user, asked } = await openRequests(numbered(1));
    expect(status('Pending')).toBeChecked();
    expect(status('Approved')).not.toBeChecked();
    expect(status('Rejected')).not.toBeChecked();
    await user.click(status('Pending'));
    await waitFor(() => expect(asked.at(-1)).toBe('page=0&sortDirection=DESC&sortField=lastModified'));
    expect(window.location.search).toBe('?status=ANY');
  });

  test('W350: keyword, order and direction reach the server', async () => {
    const { user, asked } = await openRequests(numbered(1));
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
      expect(asked.at(-1)).toBe('keyword=Sena&page=0&sortDirection=ASC&sortField=lastName&status=PENDING'),
    );
  });

  test('W350: pages beyond ten requests, kept in the address', async () => {
    const { user } = await openRequests(numbered(11));
    expect(screen.getByText('11 requests')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(window.location.search).toBe('?page=1');
  });

  test('with nobody waiting it says that all is done', async () => {
    playList(studentsPath, () => []);
    await renderApp('/registration-requests', { role: 'ADMIN' });
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
  });

  test('with no request of any status there is nothing left to show', async () => {
    playList(studentsPath, () => []);
    await renderApp('/registration-requests?status=ANY', { role: 'ADMIN' });
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show everything' })).not.toBeInTheDocument();
  });
});

describe('the proof of study', () => {
  afterEach(() => vi.restoreAllMocks());

  /** What the browser was told to save. */
  function watchSaving() {
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

  test('W352: is fetched with the token and saved under its stored name, and nothing of it is kept', async () => {
    const saved = watchSaving();
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

  test('W352: a token that has run out is refreshed once', async () => {
    const saved = watchSaving();
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

  test('W352: that it is gone is said', async () => {
    const saved = watchSaving();
    server.use(http.get('*/api/v1/documents/:id', () => failure(404, 'exception.document.not-found')));
    const { user } = await openRequests([studentRegistration()]);
    await user.click(await findProof());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The proof of study of Sena Aydın was not downloaded');
    expect(alert).toHaveTextContent('This document does not exist or no longer exists.');
    expect(saved).toEqual([]);
  });
});

describe('the review', () => {
  const open = () => screen.findByRole('button', { name: 'Review Student0 Aydın’s request' });
  const dialog = async () =>
    within(await screen.findByRole('dialog', { name: 'Registration request from Student0 Aydın' }));

  /** A desk whose server decides, and shows only what still waits. */
  async function openDesk(answer?: () => Response) {
    let waiting = numbered(2);
    const decided: string[] = [];
    const asked = playList(studentsPath, () => waiting);
    server.use(
      http.put(`*${studentsPath}/:id`, ({ request, params }) => {
        decided.push(`${String(params['id'])} ${new URL(request.url).search}`);
        if (answer) return answer();
        waiting = waiting.filter((row) => row.externalId !== params['id']);
        return HttpResponse.json({ payload: studentRegistration({ status: 'APPROVED' }) });
      }),
    );
    const app = await renderApp('/registration-requests', { role: 'ADMIN' });
    await table();
    return { ...app, asked, decided };
  }

  test('W351: shows who it is, with the proof of study, and both answers', async () => {
    const { user, decided } = await openDesk();
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
  ])('W351: %s sends approved=%s, and the list is read again', async (answer, approved, said) => {
    const { user, asked, decided } = await openDesk();
    await user.click(await open());
    await user.click((await dialog()).getByRole('button', { name: answer }));
    await readToast(user, said);
    expect(decided).toEqual([`request-0 ?approved=${approved}`]);
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(asked).toHaveLength(2);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test("W351: a landlord's request goes to the landlords' call", async () => {
    const decided: string[] = [];
    server.use(
      http.put(`*${landlordsPath}/:id`, ({ request }) => {
        decided.push(new URL(request.url).pathname);
        return HttpResponse.json({ payload: landlordRegistration({ status: 'APPROVED' }) });
      }),
    );
    const { user } = await openRequests([], '?tab=landlords');
    await user.click(await screen.findByRole('button', { name: 'Review Aylin Demir’s request' }));
    const shown = within(
      await screen.findByRole('dialog', { name: 'Registration request from Aylin Demir' }),
    );
    expect(shown.queryByText('Proof of study')).not.toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'Approve' }));
    await readToast(user, 'Aylin Demir’s registration has been approved.');
    expect(decided).toEqual([`${landlordsPath}/${landlordRegistration().externalId}`]);
  });

  test('the next request has the focus after a decision, and the heading after the last one', async () => {
    const { user } = await openDesk();
    (await open()).focus();
    for (const next of ['Review Student1 Aydın’s request', 'Registration Requests']) {
      await user.keyboard('{Enter}');
      const shown = within(await screen.findByRole('dialog'));
      shown.getByRole('button', { name: 'Approve' }).focus();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(document.activeElement).toHaveAccessibleName(next));
    }
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    await readToast(user, '2 requests approved.');
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
  ])(
    'W353: %s closes the dialog, is said at the row, and the list is read again',
    async (_, answer, said) => {
      const { user, asked } = await openDesk(answer);
      await user.click(await open());
      await user.click((await dialog()).getByRole('button', { name: 'Approve' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent('Your decision on the request of Student0 Aydın was not saved');
      expect(alert).toHaveTextContent(said);
      expect(alert.closest('tr')?.previousElementSibling).toHaveTextContent('Student0 Aydın');
      await waitFor(() => expect(asked).toHaveLength(2));
    },
  );
});

describe('the age', () => {
  test('of a request that waits is shown, and one that has waited too long is marked', async () => {
    const since = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await openRequests([
      ...numbered(1, { waitingSince: since, overdue: true }),
      studentRegistration({ status: 'APPROVED', waitingSince: null }),
    ]);
    const [late, decided] = rows().map((row) => within(row));
    expect(late?.getByText('8 days ago')).toHaveAttribute('datetime', since);
    expect(late?.getByText('overdue')).toHaveAttribute('data-tone', 'red');
    expect(decided?.queryByText(/ago|overdue/)).not.toBeInTheDocument();
  });

  test('the oldest is one click away, and the tab stays', async () => {
    const { user, askedLandlords } = await openRequests([], '?tab=landlords&status=REJECTED&page=0');
    await user.click(screen.getByRole('button', { name: 'Oldest first' }));
    await waitFor(() =>
      expect(askedLandlords.at(-1)).toBe('page=0&sortDirection=ASC&sortField=dateCreated&status=PENDING'),
    );
    expect(window.location.search).toBe('?tab=landlords&sortField=dateCreated&sortDirection=ASC');
  });
});

test('C42: every text of the page changes with the language', async () => {
  const { i18n } = await openRequests(numbered(1));
  await i18n.changeLanguage('de-DE');
  expect(await screen.findByRole('heading', { level: 1, name: 'Registrierungen' })).toBeVisible();
  expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual(['Studierende', 'Vermietende']);
  expect(headers()).toEqual(['Person', 'Status', 'Zuletzt geändert', 'Studiennachweis', 'Prüfung']);
  expect(screen.getByRole('button', { name: 'Registrierung von Student0 Aydın prüfen' })).toHaveTextContent(
    'Prüfen',
  );
});
