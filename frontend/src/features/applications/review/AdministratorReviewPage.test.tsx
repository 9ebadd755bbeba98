import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ApplicationResponse, Decision } from '../../../api/generated';
import { application, appliedListing, deletedListing, person } from '../../../testing/fixtures';
import { mockList } from '../../../testing/mockList';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '/api/v1/applications';
const table = () => screen.findByRole('table', { name: 'Student Applications' });
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const rows = () => screen.getAllByRole('row').slice(1);

const numberedApplications = (count: number, changes: Partial<ApplicationResponse> = {}) =>
  Array.from({ length: count }, (_, index) =>
    application({
      externalId: `application-${index}`,
      listing: appliedListing({ externalId: `listing-${index}`, title: `Room ${index}` }),
      ...changes,
    }),
  );

async function openReviewPage(applications: readonly ApplicationResponse[], query = '') {
  const queries = mockList(path, () => applications);
  const app = await renderApp(`/student-applications${query}`, { role: 'ADMIN' });
  await table();
  return { ...app, queries };
}

describe('filters', () => {
  test('are keyword, order, direction and two decisions, one of them preset', async () => {
    const { queries } = await openReviewPage(numberedApplications(1));
    expect(queries).toEqual(['adminStatus=PENDING&page=0&sortDirection=DESC&sortField=lastModified']);
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByRole('combobox', { name: 'Direction' })).toHaveValue('DESC');
    const admin = within(screen.getByRole('group', { name: 'Admin Status' }));
    const landlord = within(screen.getByRole('group', { name: 'Landlord Status' }));
    expect(admin.getByRole('checkbox', { name: 'Pending' })).toBeChecked();
    expect(admin.getByRole('checkbox', { name: 'Approved' })).not.toBeChecked();
    expect(landlord.queryByRole('checkbox', { checked: true })).not.toBeInTheDocument();
  });

  test('offer six sort fields', async () => {
    await openReviewPage(numberedApplications(1));
    const options = within(screen.getByRole('combobox', { name: 'Sort by' })).getAllByRole('option');
    expect(options.map((option) => option.getAttribute('value'))).toEqual([
      'lastModified',
      'dateCreated',
      'student.firstName',
      'student.lastName',
      'student.email',
      'listing.title',
    ]);
    expect(options.map((option) => option.textContent)).toContain('First name');
  });

  test('are sent to the server, and the preset can be removed', async () => {
    const { user, queries } = await openReviewPage(numberedApplications(1));
    const admin = within(screen.getByRole('group', { name: 'Admin Status' }));
    const landlord = within(screen.getByRole('group', { name: 'Landlord Status' }));
    await user.click(admin.getByRole('checkbox', { name: 'Pending' }));
    await waitFor(() => expect(queries.at(-1)).toBe('page=0&sortDirection=DESC&sortField=lastModified'));
    await user.click(admin.getByRole('checkbox', { name: 'Approved' }));
    await user.click(landlord.getByRole('checkbox', { name: 'Pending' }));
    await user.click(landlord.getByRole('checkbox', { name: 'Rejected' }));
    await waitFor(() =>
      expect(queries.at(-1)).toBe(
        'adminStatus=APPROVED&landlordStatus=PENDING&landlordStatus=REJECTED&page=0&sortDirection=DESC&sortField=lastModified',
      ),
    );
  });

  test('show a notice when no application is pending', async () => {
    mockList(path, () => []);
    await renderApp('/student-applications', { role: 'ADMIN' });
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
  });
});

describe('table', () => {
  test('has seven columns while no application is approved', async () => {
    await openReviewPage([
      ...numberedApplications(1),
      application({ administratorApprovalStatus: 'REJECTED' }),
    ]);
    expect(headers()).toEqual([
      'Student',
      'Application letter',
      'Landlord',
      'Listing',
      'Status',
      'Last Modified',
      'Review',
    ]);
  });

  test("shows the landlord's decision for approved applications only", async () => {
    await openReviewPage([
      application({ externalId: 'a', administratorApprovalStatus: 'APPROVED', status: 'REJECTED' }),
      application({ externalId: 'b' }),
    ]);
    expect(headers().at(-1)).toBe('Landlord review');
    const reviews = rows().map((row) => within(row).getAllByRole('cell').at(-1));
    expect(within(reviews[0] ?? document.body).getByText('Rejected')).toHaveAttribute('data-tone', 'red');
    expect(within(reviews[1] ?? document.body).queryByText(/Pending|Approved|Rejected/)).toBeNull();
  });

  test("shows the administrator's decision as the status", async () => {
    await openReviewPage([application({ administratorApprovalStatus: 'APPROVED', status: 'PENDING' })]);
    const status = within(rows()[0] ?? document.body).getAllByRole('cell')[4] ?? document.body;
    expect(within(status).getByText('Approved')).toHaveAttribute('data-tone', 'green');
  });

  test('the student opens a read-only dialog with details', async () => {
    const { user } = await openReviewPage([
      application({
        student: person({
          email: 'sena@portal.test',
          phoneNumber: '+49 151 1',
          dateOfBirth: '2003-05-17',
          status: 'INACTIVE',
        }),
      }),
    ]);
    expect(within(await table()).getByText('inactive')).toBeVisible();
    await user.click(within(await table()).getByRole('button', { name: 'Sena Aydın' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sena Aydın' }));
    expect(dialog.getByRole('link', { name: 'sena@portal.test' })).toBeVisible();
    expect(dialog.getByText('May 17, 2003')).toBeVisible();
    expect(dialog.getByText('Ich studiere Geoinformatik.')).toBeVisible();
    expect(dialog.getByText('female')).toBeVisible();
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('the landlord opens a dialog with details', async () => {
    const { user } = await openReviewPage([application()]);
    await user.click(within(await table()).getByRole('button', { name: 'Aylin D.' }));
    expect(await screen.findByRole('dialog', { name: 'Aylin D.' })).toBeVisible();
  });

  test('the letter opens in a dialog with a paragraph for each line', async () => {
    const { user } = await openReviewPage([
      application({ applicationLetter: 'Guten Tag,\r\n\nich suche.\n\n\nSena' }),
    ]);
    await user.click(screen.getByRole('button', { name: 'Read Sena Aydın’s application letter' }));
    const dialog = await screen.findByRole('dialog', { name: 'Application letter from Sena Aydın' });
    expect([...dialog.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      'Guten Tag,',
      'ich suche.',
      'Sena',
    ]);
  });

  test('the listing opens in a new tab', async () => {
    await openReviewPage(numberedApplications(1));
    const link = screen.getByRole('link', { name: 'Room 0 (opens in a new tab)' });
    expect(link).toHaveAttribute('href', '/listing/listing-0');
    expect(link).toHaveAttribute('target', '_blank');
  });

  test('erased data show a placeholder', async () => {
    await openReviewPage([
      application({
        student: null,
        landlord: null,
        applicationLetter: null,
        listing: deletedListing('Room'),
      }),
    ]);
    expect(screen.getAllByText('Account deleted')).toHaveLength(2);
    expect(screen.getByText('No longer stored')).toBeVisible();
    expect(screen.getByText('(deleted)')).toBeVisible();
    expect(within(await table()).queryByRole('link')).not.toBeInTheDocument();
  });

  test('has pagination from two pages on', async () => {
    const { unmount } = await openReviewPage(numberedApplications(10));
    expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
    unmount();
    await openReviewPage(numberedApplications(11));
    expect(screen.getByRole('button', { name: 'Page 2' })).toBeVisible();
  });
});

describe('review', () => {
  const accept = () => screen.findByRole('button', { name: 'Accept Sena Aydın’s application' });
  const reject = () => screen.findByRole('button', { name: 'Reject Sena Aydın’s application' });
  const confirmButton = async (name: string) =>
    within(await screen.findByRole('dialog')).getByRole('button', { name });

  /** Mocks the reviews. The list has pending applications only. */
  function mockReviews(count: number) {
    let waiting = numberedApplications(count);
    const decisions: string[] = [];
    const queries = mockList(path, () => waiting);
    server.use(
      http.put('*/api/v1/applications/:id/admin-review', ({ request, params }) => {
        const status = new URL(request.url).searchParams.get('status') as Decision;
        decisions.push(`${String(params['id'])} ${status}`);
        waiting = waiting.filter((row) => row.externalId !== params['id']);
        return HttpResponse.json({ payload: application({ administratorApprovalStatus: status }) });
      }),
    );
    return { queries, decisions };
  }

  test.each([
    ['PENDING', 2],
    ['APPROVED', 0],
    ['REJECTED', 0],
  ] as [Decision, number][])('%s has %i buttons', async (administratorApprovalStatus, count) => {
    await openReviewPage([application({ administratorApprovalStatus })]);
    const row = within(rows()[0] ?? document.body);
    expect(row.queryAllByRole('button', { name: /^(Accept|Reject)/ })).toHaveLength(count);
  });

  test('is confirmed first; Cancel sends nothing', async () => {
    const { decisions } = mockReviews(1);
    const { user } = await renderApp('/student-applications', { role: 'ADMIN' });
    await user.click(await accept());
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept application?' }));
    expect(
      dialog.getByText('Sena Aydın’s application for “Room 0” will be passed on to the landlord.'),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(decisions).toEqual([]);
  });

  test('requests the current page again after Accept', async () => {
    const { queries, decisions } = mockReviews(12);
    const { user } = await renderApp('/student-applications?page=1', { role: 'ADMIN' });
    await table();
    const [first] = await screen.findAllByRole('button', { name: /^Accept/ });
    await user.click(first ?? document.body);
    await user.click(await confirmButton('Accept'));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(decisions).toEqual(['application-10 APPROVED']);
    expect(queries).toHaveLength(2);
    expect(queries[1]).toBe(queries[0]);
    expect(window.location.search).toBe('?page=1');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('shows the last page after a decision has emptied the current one', async () => {
    mockReviews(11);
    const { user } = await renderApp('/student-applications?page=1', { role: 'ADMIN' });
    await user.click(await reject());
    await user.click(await confirmButton('Reject'));
    await waitFor(() => expect(window.location.search).toBe(''));
    await waitFor(() => expect(rows()).toHaveLength(10));
  });
});

test('all texts change with the language', async () => {
  const { i18n } = await openReviewPage(numberedApplications(1));
  await i18n.changeLanguage('de-DE');
  expect(await screen.findByRole('heading', { level: 1, name: 'Bewerbungen' })).toBeVisible();
  expect(headers()).toEqual([
    'Student:in',
    'Anschreiben',
    'Vermieter:in',
    'Inserat',
    'Status',
    'Zuletzt geändert',
    'Prüfung',
  ]);
  expect(screen.getByRole('button', { name: 'Bewerbung von Sena Aydın annehmen' })).toHaveTextContent(
    'Annehmen',
  );
});
