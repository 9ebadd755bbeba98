import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { ApplicationResponse, Decision } from '../../../api/generated';
import { application, appliedListing, deletedListing, person } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { recordRequests } from '../../../testing/recordRequests';
import { expectToast } from '../../../testing/expectToast';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const numberedApplications = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    application({
      externalId: `application-${index}`,
      listing: appliedListing({ externalId: `listing-${index}`, title: `Room ${index}` }),
    }),
  );

const cards = () => screen.findAllByRole('article');
const titles = () => screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent);

async function openOne(changes: Partial<ApplicationResponse>) {
  const queries = mockList('/api/v1/applications', () => [application(changes)]);
  const app = await renderApp('/my-applications', { role: 'STUDENT' });
  const [card = document.body] = await cards();
  return { ...app, queries, card: within(card) };
}

describe('list', () => {
  test('has keyword, three sort fields, direction and status, sorted by last change', async () => {
    const queries = mockList('/api/v1/applications', () => numberedApplications(1));
    await renderApp('/my-applications', { role: 'STUDENT' });
    await cards();
    expect(queries).toEqual(['page=0&sortDirection=DESC&sortField=lastModified']);
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
    const options = within(screen.getByRole('combobox', { name: 'Sort by' })).getAllByRole('option');
    expect(options.map((option) => option.getAttribute('value'))).toEqual([
      'lastModified',
      'dateCreated',
      'listing.title',
    ]);
    expect(screen.getByRole('combobox', { name: 'Direction' })).toHaveValue('DESC');
    const statuses = within(screen.getByRole('group', { name: 'Status' })).getAllByRole('checkbox');
    expect(statuses.map((box) => (box as HTMLInputElement).checked)).toEqual([false, false, false]);
  });

  test('a single page has a count and no pagination', async () => {
    mockList('/api/v1/applications', () => numberedApplications(10));
    await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByText('10 applications')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
  });

  test('the second page is in the URL and starts at the top', async () => {
    const scroll = vi.spyOn(window, 'scrollTo');
    const queries = mockList('/api/v1/applications', () => numberedApplications(11));
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(titles()).toEqual(['Room 10']));
    expect(window.location.search).toBe('?page=1');
    expect(queries.at(-1)).toContain('page=1');
    await waitFor(() => expect(scroll).toHaveBeenLastCalledWith(0, 0));
  });

  test('filters and order are in the URL and the request, and show the first page', async () => {
    const queries = mockList('/api/v1/applications', () => numberedApplications(11));
    const { user } = await renderApp('/my-applications?page=1', { role: 'STUDENT' });
    await cards();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'listing.title');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'ASC');
    await user.click(screen.getByRole('checkbox', { name: 'Pending' }));
    await user.click(screen.getByRole('checkbox', { name: 'Rejected' }));
    await user.type(screen.getByRole('searchbox'), 'balkon{Enter}');
    await waitFor(() =>
      expect(window.location.search).toBe(
        '?keyword=balkon&sortField=listing.title&sortDirection=ASC&status=PENDING&status=REJECTED',
      ),
    );
    await waitFor(() =>
      expect(queries.at(-1)).toBe(
        'keyword=balkon&page=0&sortDirection=ASC&sortField=listing.title&status=PENDING&status=REJECTED',
      ),
    );
  });

  test('the URL restores filters and order', async () => {
    const query = 'keyword=balkon&page=0&sortDirection=ASC&sortField=dateCreated&status=APPROVED';
    const queries = mockList('/api/v1/applications', () => numberedApplications(1));
    await renderApp(`/my-applications?${query}`, { role: 'STUDENT' });
    await cards();
    expect(queries).toEqual([query]);
    expect(screen.getByRole('searchbox')).toHaveValue('balkon');
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('dateCreated');
    expect(screen.getByRole('checkbox', { name: 'Approved' })).toBeChecked();
  });

  test('each filter adds a history entry, and a typed keyword only one', async () => {
    mockList('/api/v1/applications', () => numberedApplications(1));
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await cards();
    const steps = ['', '?status=PENDING'];
    const expectUrl = (query: string) => waitFor(() => expect(window.location.search).toBe(query));
    await user.click(screen.getByRole('checkbox', { name: 'Pending' }));
    await expectUrl('?status=PENDING');
    await user.type(screen.getByRole('searchbox'), 'am');
    await expectUrl('?keyword=am&status=PENDING');
    await user.type(screen.getByRole('searchbox'), ' Park');
    await expectUrl('?keyword=am+Park&status=PENDING');
    // Typing after another action adds an entry.
    await user.tab();
    await user.type(screen.getByRole('searchbox'), 's');
    await expectUrl('?keyword=am+Parks&status=PENDING');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'ASC');
    await expectUrl('?keyword=am+Parks&sortDirection=ASC&status=PENDING');
    for (const step of [
      '?keyword=am+Parks&status=PENDING',
      '?keyword=am+Park&status=PENDING',
      ...steps.toReversed(),
    ]) {
      window.history.back();
      await expectUrl(step);
    }
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByRole('checkbox', { name: 'Pending' })).not.toBeChecked();
  });

  test('a keyword typed after Back adds a history entry', async () => {
    mockList('/api/v1/applications', () => numberedApplications(1));
    const { user } = await renderApp('/my-applications?status=PENDING', { role: 'STUDENT' });
    await cards();
    await user.type(screen.getByRole('searchbox'), 'park');
    await waitFor(() => expect(window.location.search).toBe('?keyword=park&status=PENDING'));
    window.history.back();
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
    await user.type(screen.getByRole('searchbox'), 'hof');
    await waitFor(() => expect(window.location.search).toBe('?keyword=hof&status=PENDING'));
    window.history.back();
    await waitFor(() => expect(window.location.search).toBe('?status=PENDING'));
  });

  test('a keyword is searched debounced, and the field keeps its text', async () => {
    const queries = mockList('/api/v1/applications', () => numberedApplications(1));
    await renderApp('/my-applications', { role: 'STUDENT' });
    await cards();
    // In one task: a slow machine could wait longer than the debounce between two keys.
    for (const value of ['a', 'am', 'am Park ']) {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
    }
    await waitFor(() => expect(window.location.search).toBe('?keyword=am+Park'));
    expect(screen.getByRole('searchbox')).toHaveValue('am Park ');
    // The list is requested after the URL has changed.
    await waitFor(() => expect(queries.filter((query) => query.includes('keyword'))).toHaveLength(1));
  });

  test('a filter that changes during the debounce is kept', async () => {
    mockList('/api/v1/applications', () => numberedApplications(1));
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await cards();
    await user.type(screen.getByRole('searchbox'), 'park');
    await user.click(screen.getByRole('checkbox', { name: 'Pending' }));
    await waitFor(() => expect(window.location.search).toBe('?keyword=park&status=PENDING'));
  });

  test('a page past the end becomes the last one', async () => {
    mockList('/api/v1/applications', () => numberedApplications(11));
    await renderApp('/my-applications?page=7', { role: 'STUDENT' });
    await waitFor(() => expect(window.location.search).toBe('?page=1'));
    await waitFor(() => expect(titles()).toEqual(['Room 10']));
  });

  test('an empty list links to the search', async () => {
    mockList('/api/v1/applications', () => []);
    await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { name: 'No application yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Find a room' })).toHaveAttribute('href', '/');
  });

  test('no results for the filters offers to reset them', async () => {
    mockList('/api/v1/applications', () => []);
    const { user } = await renderApp('/my-applications?keyword=x&status=APPROVED', { role: 'STUDENT' });
    await user.click(await screen.findByRole('button', { name: 'Show everything' }));
    expect(window.location.search).toBe('');
  });

  test('a failure is shown and can be retried', async () => {
    mockList('/api/v1/applications', () => numberedApplications(1));
    server.use(
      http.get('*/api/v1/applications', () => failure(503, 'exception.server.unavailable'), { once: true }),
    );
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByRole('alert')).toHaveTextContent('The service cannot be reached right now.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cards()).toHaveLength(1);
  });
});

describe('card', () => {
  test('links to the listing', async () => {
    const { card } = await openOne({ listing: appliedListing({ externalId: 'l-7', title: 'Room' }) });
    expect(card.getByRole('link', { name: 'Room' })).toHaveAttribute('href', '/listing/l-7');
  });

  test('shows image, rent and address of the listing', async () => {
    const { card } = await openOne({});
    const [article] = await cards();
    const image = article?.querySelector('img');
    expect(image).toHaveAttribute('src', '/images/400x300/a/1.jpg');
    expect(card.getByText('50674 Köln').parentElement).toHaveTextContent('Lindenstraße 12, 50674 Köln');
    expect(card.getByText('€465.50')).toBeVisible();
  });

  test('of a listing without access has a placeholder and no link, and says that it is not online', async () => {
    const landlord = person({ firstName: 'Aylin', lastName: 'D', role: 'LANDLORD', status: 'INACTIVE' });
    const { card } = await openOne({
      landlord,
      listing: appliedListing({ status: null, image: null, totalRent: null, address: null }),
    });
    expect(card.getByRole('heading', { name: appliedListing().title })).toBeVisible();
    expect(card.queryByRole('link', { name: appliedListing().title })).not.toBeInTheDocument();
    expect(card.getByText('This listing is not online at the moment.')).toBeVisible();
    expect(card.queryByText(/€/)).not.toBeInTheDocument();
    expect(card.getByText('inactive')).toBeVisible();
  });

  test('of an active landlord has no note', async () => {
    const { card } = await openOne({ listing: appliedListing({ status: 'ARCHIVED', image: null }) });
    expect(card.getByRole('link', { name: appliedListing().title })).toBeVisible();
    expect(card.queryByText(/not online|inactive/)).not.toBeInTheDocument();
  });

  test('shows the title of a deleted listing without a link', async () => {
    const { card } = await openOne({ listing: deletedListing('Room') });
    expect(card.queryByText(/€/)).not.toBeInTheDocument();
    expect(card.getByRole('heading', { name: 'Room' })).toBeVisible();
    expect(card.queryByRole('link', { name: 'Room' })).not.toBeInTheDocument();
    expect(card.getByText('This listing no longer exists.')).toBeVisible();
    expect(card.queryByText(/not online/)).not.toBeInTheDocument();
  });

  test.each([
    ['PENDING', 'PENDING', 'Pending', 'yellow'],
    ['REJECTED', 'PENDING', 'Rejected', 'red'],
    ['APPROVED', 'PENDING', 'Pending', 'yellow'],
    ['APPROVED', 'APPROVED', 'Approved', 'green'],
    ['APPROVED', 'REJECTED', 'Rejected', 'red'],
  ] as [Decision, Decision, string, string][])(
    'with administrator decision %s and landlord decision %s',
    async (administratorApprovalStatus, status, label, tone) => {
      const { card } = await openOne({ administratorApprovalStatus, status });
      expect(card.getByText(label)).toHaveAttribute('data-tone', tone);
    },
  );

  test('shows three steps with their dates', async () => {
    const { card } = await openOne({
      administratorApprovalStatus: 'APPROVED',
      dateCreated: '2026-11-01T12:00:00Z',
      administratorDecidedAt: '2026-11-02T12:00:00Z',
    });
    const steps = within(card.getByRole('list', { name: 'Progress of the application' }));
    expect(steps.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
      'SentNov 1, 2026done',
      'Our checkNov 2, 2026done',
      'Landlord decidesin progress',
    ]);
    expect(steps.getAllByRole('listitem')[2]).toHaveAttribute('aria-current', 'step');
  });

  test('shows that an overdue application takes longer', async () => {
    const { card } = await openOne({ overdue: true });
    expect(card.getByText(/^This is taking longer than usual/)).toBeVisible();
  });

  test('has the letter, collapsed', async () => {
    const { card, user } = await openOne({ applicationLetter: 'Guten Tag' });
    expect(card.getByText('Guten Tag')).not.toBeVisible();
    await user.click(card.getByText('My application letter'));
    expect(card.getByText('Guten Tag')).toBeVisible();
  });

  test("shows the landlord's contact data when the response has them", async () => {
    const landlord = person({ firstName: 'Aylin', lastName: 'Demir', role: 'LANDLORD' });
    const { card, unmount } = await openOne({ landlord });
    expect(card.getByText('Aylin Demir')).toBeVisible();
    expect(card.queryByRole('link', { name: 'aylin@portal.test' })).not.toBeInTheDocument();
    unmount();
    const approved = await openOne({
      administratorApprovalStatus: 'APPROVED',
      status: 'APPROVED',
      landlord: { ...landlord, email: 'aylin@portal.test', phoneNumber: '+49 (0) 221 / 55-66' },
    });
    expect(approved.card.getByRole('link', { name: 'aylin@portal.test' })).toHaveAttribute(
      'href',
      'mailto:aylin@portal.test',
    );
    expect(approved.card.getByRole('link', { name: '+49 (0) 221 / 55-66' })).toHaveAttribute(
      'href',
      'tel:+492215566',
    );
  });

  test('renders without landlord and letter', async () => {
    const { card } = await openOne({ landlord: null, applicationLetter: null, status: 'REJECTED' });
    expect(card.getByText('Account deleted')).toBeVisible();
    expect(card.queryByText('My application letter')).not.toBeInTheDocument();
  });
});

describe('withdrawing', () => {
  const withdrawButton = (name: string) =>
    screen.findByRole('button', { name: `Delete application: ${name}` });

  test.each([
    ['PENDING', 'PENDING', true],
    ['APPROVED', 'PENDING', true],
    ['REJECTED', 'PENDING', false],
    ['APPROVED', 'APPROVED', false],
    ['APPROVED', 'REJECTED', false],
  ] as [Decision, Decision, boolean][])(
    'with administrator decision %s and landlord decision %s, offered is %s',
    async (administratorApprovalStatus, status, offered) => {
      const { card } = await openOne({ administratorApprovalStatus, status });
      expect(card.queryAllByRole('button', { name: /^Delete/ })).toHaveLength(offered ? 1 : 0);
    },
  );

  test('is confirmed first; Cancel keeps the application', async () => {
    mockList('/api/v1/applications', () => numberedApplications(1));
    const sent = recordRequests('delete', '/api/v1/applications/:id');
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await user.click(await withdrawButton('Room 0'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete application?' }));
    expect(dialog.getByText(/Your application for “Room 0” will be withdrawn and deleted\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([]);
    expect(titles()).toEqual(['Room 0']);
  });

  test('removes the application from the list, and focuses the heading', async () => {
    let rows = numberedApplications(2);
    mockList('/api/v1/applications', () => rows);
    server.use(
      http.delete('*/api/v1/applications/:id', ({ params }) => {
        rows = rows.filter((row) => row.externalId !== params['id']);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await user.click(await withdrawButton('Room 0'));
    await user.click(await screen.findByRole('button', { name: 'Delete application' }));
    await waitFor(() => expect(titles()).toEqual(['Room 1']));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await expectToast(user, 'Application deleted.');
  });

  test('the last application of a page shows the previous page', async () => {
    let rows = numberedApplications(11);
    mockList('/api/v1/applications', () => rows);
    server.use(
      http.delete('*/api/v1/applications/:id', () => {
        rows = rows.slice(0, 10);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/my-applications?page=1', { role: 'STUDENT' });
    await user.click(await withdrawButton('Room 10'));
    await user.click(await screen.findByRole('button', { name: 'Delete application' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    await waitFor(() => expect(titles()).toHaveLength(10));
    await expectToast(user, 'Application deleted.');
  });

  test('a failure shows on the card, and the list is requested again', async () => {
    const queries = mockList('/api/v1/applications', () => numberedApplications(1));
    server.use(
      http.delete('*/api/v1/applications/:id', () => failure(409, 'exception.application.not-deletable')),
    );
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await user.click(await withdrawButton('Room 0'));
    await user.click(await screen.findByRole('button', { name: 'Delete application' }));
    const alert = await within(screen.getByRole('article')).findByRole('alert');
    expect(alert).toHaveTextContent('The application could not be deleted');
    expect(alert).toHaveTextContent('This application can no longer be deleted.');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(titles()).toEqual(['Room 0']);
    await waitFor(() => expect(queries).toHaveLength(2));
  });
});
