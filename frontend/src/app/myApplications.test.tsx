import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { ApplicationResponse, Decision } from '../api/generated';
import { application, appliedListing, deletedListing, person } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { playList } from '../testing/playList';
import { recordRequests } from '../testing/recordRequests';
import { readToast } from '../testing/readToast';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    application({
      externalId: `application-${index}`,
      listing: appliedListing({ externalId: `listing-${index}`, title: `Room ${index}` }),
    }),
  );

const cards = () => screen.findAllByRole('article');
const titles = () => screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent);

async function openOne(changes: Partial<ApplicationResponse>) {
  const asked = playList('/api/v1/applications', () => [application(changes)]);
  const app = await renderApp('/my-applications', { role: 'STUDENT' });
  const [card = document.body] = await cards();
  return { ...app, asked, card: within(card) };
}

describe('the list', () => {
  test('I131 I132: offers keyword, three sort fields, direction and status; newest change first', async () => {
    const asked = playList('/api/v1/applications', () => numbered(1));
    await renderApp('/my-applications', { role: 'STUDENT' });
    await cards();
    expect(asked).toEqual(['page=0&sortDirection=DESC&sortField=lastModified']);
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

  test('I133: one page has a count and no pagination', async () => {
    playList('/api/v1/applications', () => numbered(10));
    await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByText('10 applications')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
  });

  test('I133 I134 I136: a second page is in the address, and begins at the top when it has come', async () => {
    const scroll = vi.spyOn(window, 'scrollTo');
    const asked = playList('/api/v1/applications', () => numbered(11));
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(titles()).toEqual(['Room 10']));
    expect(window.location.search).toBe('?page=1');
    expect(asked.at(-1)).toContain('page=1');
    await waitFor(() => expect(scroll).toHaveBeenLastCalledWith(0, 0));
  });

  test('I134: every choice is in the address and in the question, and begins at the first page', async () => {
    const asked = playList('/api/v1/applications', () => numbered(11));
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
      expect(asked.at(-1)).toBe(
        'keyword=balkon&page=0&sortDirection=ASC&sortField=listing.title&status=PENDING&status=REJECTED',
      ),
    );
  });

  test('I134: an address with choices restores them', async () => {
    const query = 'keyword=balkon&page=0&sortDirection=ASC&sortField=dateCreated&status=APPROVED';
    const asked = playList('/api/v1/applications', () => numbered(1));
    await renderApp(`/my-applications?${query}`, { role: 'STUDENT' });
    await cards();
    expect(asked).toEqual([query]);
    expect(screen.getByRole('searchbox')).toHaveValue('balkon');
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('dateCreated');
    expect(screen.getByRole('checkbox', { name: 'Approved' })).toBeChecked();
  });

  test('each changed filter is one step of Back, and a keyword is one however often typing pauses', async () => {
    playList('/api/v1/applications', () => numbered(1));
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await cards();
    const steps = ['', '?status=PENDING'];
    const reaches = (query: string) => waitFor(() => expect(window.location.search).toBe(query));
    await user.click(screen.getByRole('checkbox', { name: 'Pending' }));
    await reaches('?status=PENDING');
    await user.type(screen.getByRole('searchbox'), 'am');
    await reaches('?keyword=am&status=PENDING');
    await user.type(screen.getByRole('searchbox'), ' Park');
    await reaches('?keyword=am+Park&status=PENDING');
    // What is typed after something else was done is another keyword.
    await user.tab();
    await user.type(screen.getByRole('searchbox'), 's');
    await reaches('?keyword=am+Parks&status=PENDING');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'ASC');
    await reaches('?keyword=am+Parks&sortDirection=ASC&status=PENDING');
    for (const step of [
      '?keyword=am+Parks&status=PENDING',
      '?keyword=am+Park&status=PENDING',
      ...steps.toReversed(),
    ]) {
      window.history.back();
      await reaches(step);
    }
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByRole('checkbox', { name: 'Pending' })).not.toBeChecked();
  });

  test('a keyword that is typed after going back is a step of its own', async () => {
    playList('/api/v1/applications', () => numbered(1));
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

  test('a keyword is searched for after a pause in typing, and the field stays as it was typed', async () => {
    const asked = playList('/api/v1/applications', () => numbered(1));
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await cards();
    await user.type(screen.getByRole('searchbox'), 'am Park ');
    await waitFor(() => expect(window.location.search).toBe('?keyword=am+Park'));
    expect(screen.getByRole('searchbox')).toHaveValue('am Park ');
    expect(asked.filter((query) => query.includes('keyword'))).toHaveLength(1);
  });

  test('what is chosen during that pause is kept', async () => {
    playList('/api/v1/applications', () => numbered(1));
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await cards();
    await user.type(screen.getByRole('searchbox'), 'park');
    await user.click(screen.getByRole('checkbox', { name: 'Pending' }));
    await waitFor(() => expect(window.location.search).toBe('?keyword=park&status=PENDING'));
  });

  test('a page past the end becomes the last one', async () => {
    playList('/api/v1/applications', () => numbered(11));
    await renderApp('/my-applications?page=7', { role: 'STUDENT' });
    await waitFor(() => expect(window.location.search).toBe('?page=1'));
    await waitFor(() => expect(titles()).toEqual(['Room 10']));
  });

  test('no application at all invites to search', async () => {
    playList('/api/v1/applications', () => []);
    await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { name: 'No application yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Find a room' })).toHaveAttribute('href', '/');
  });

  test('nothing found offers to show everything', async () => {
    playList('/api/v1/applications', () => []);
    const { user } = await renderApp('/my-applications?keyword=x&status=APPROVED', { role: 'STUDENT' });
    await user.click(await screen.findByRole('button', { name: 'Show everything' }));
    expect(window.location.search).toBe('');
  });

  test('a failure is said and can be tried again', async () => {
    playList('/api/v1/applications', () => numbered(1));
    server.use(
      http.get('*/api/v1/applications', () => failure(503, 'exception.server.unavailable'), { once: true }),
    );
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByRole('alert')).toHaveTextContent('The service cannot be reached right now.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cards()).toHaveLength(1);
  });
});

describe('a card', () => {
  test('I135: links to the listing', async () => {
    const { card } = await openOne({ listing: appliedListing({ externalId: 'l-7', title: 'Room' }) });
    expect(card.getByRole('link', { name: 'Room' })).toHaveAttribute('href', '/listing/l-7');
  });

  test('shows picture, rent and address of the listing', async () => {
    const { card } = await openOne({});
    const [article] = await cards();
    const picture = article?.querySelector('img');
    expect(picture).toHaveAttribute('src', '/images/400x300/a/1.jpg');
    expect(card.getByText('50674 Köln').parentElement).toHaveTextContent('Lindenstraße 12, 50674 Köln');
    expect(card.getByText('€465.50')).toBeVisible();
  });

  test('of a listing without picture, or one that may not be seen, leaves its place', async () => {
    const { card } = await openOne({
      listing: appliedListing({ image: null, totalRent: null, address: null }),
    });
    expect(card.getByRole('link', { name: appliedListing().title })).toBeVisible();
    expect(card.queryByText(/€/)).not.toBeInTheDocument();
  });

  test('of a deleted listing keeps the title without a link', async () => {
    const { card } = await openOne({ listing: deletedListing('Room') });
    expect(card.queryByText(/€/)).not.toBeInTheDocument();
    expect(card.getByRole('heading', { name: 'Room' })).toBeVisible();
    expect(card.queryByRole('link', { name: 'Room' })).not.toBeInTheDocument();
    expect(card.getByText('This listing no longer exists.')).toBeVisible();
  });

  test.each([
    ['PENDING', 'PENDING', 'Pending', 'yellow'],
    ['REJECTED', 'PENDING', 'Rejected', 'red'],
    ['APPROVED', 'PENDING', 'Pending', 'yellow'],
    ['APPROVED', 'APPROVED', 'Approved', 'green'],
    ['APPROVED', 'REJECTED', 'Rejected', 'red'],
  ] as [Decision, Decision, string, string][])(
    'I137 I138: checked %s, decided %s',
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
      'Checked by usNov 2, 2026done',
      'Landlord decidesin progress',
    ]);
    expect(steps.getAllByRole('listitem')[2]).toHaveAttribute('aria-current', 'step');
  });

  test('that takes longer than it should says so, and asks nothing of the student', async () => {
    const { card } = await openOne({ overdue: true });
    expect(card.getByText(/^This is taking longer than usual/)).toBeVisible();
  });

  test('holds the letter, folded', async () => {
    const { card, user } = await openOne({ applicationLetter: 'Guten Tag' });
    expect(card.getByText('Guten Tag')).not.toBeVisible();
    await user.click(card.getByText('My application letter'));
    expect(card.getByText('Guten Tag')).toBeVisible();
  });

  test("gives the landlord's contact data once there are any", async () => {
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

  test('survives a landlord and a letter that are gone', async () => {
    const { card } = await openOne({ landlord: null, applicationLetter: null, status: 'REJECTED' });
    expect(card.getByText('Account deleted')).toBeVisible();
    expect(card.queryByText('My application letter')).not.toBeInTheDocument();
  });
});

describe('deleting', () => {
  const deleteButton = (name: string) => screen.findByRole('button', { name: `Delete application: ${name}` });

  test.each([
    ['PENDING', 'PENDING', true],
    ['APPROVED', 'PENDING', true],
    ['REJECTED', 'PENDING', false],
    ['APPROVED', 'APPROVED', false],
    ['APPROVED', 'REJECTED', false],
  ] as [Decision, Decision, boolean][])(
    'I139: checked %s, decided %s: offered %s',
    async (administratorApprovalStatus, status, offered) => {
      const { card } = await openOne({ administratorApprovalStatus, status });
      expect(card.queryAllByRole('button', { name: /^Delete/ })).toHaveLength(offered ? 1 : 0);
    },
  );

  test('I140: asks first, and cancelling keeps the application', async () => {
    playList('/api/v1/applications', () => numbered(1));
    const sent = recordRequests('delete', '/api/v1/applications/:id');
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await user.click(await deleteButton('Room 0'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete application?' }));
    expect(dialog.getByText(/Your application for “Room 0” will be withdrawn and deleted\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([]);
    expect(titles()).toEqual(['Room 0']);
  });

  test('I141: takes it out of the list', async () => {
    let rows = numbered(2);
    playList('/api/v1/applications', () => rows);
    server.use(
      http.delete('*/api/v1/applications/:id', ({ params }) => {
        rows = rows.filter((row) => row.externalId !== params['id']);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await user.click(await deleteButton('Room 0'));
    await user.click(await screen.findByRole('button', { name: 'Delete application' }));
    await waitFor(() => expect(titles()).toEqual(['Room 1']));
    await readToast(user, 'Application deleted.');
  });

  test('the last one of a page leads to the page before', async () => {
    let rows = numbered(11);
    playList('/api/v1/applications', () => rows);
    server.use(
      http.delete('*/api/v1/applications/:id', () => {
        rows = rows.slice(0, 10);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/my-applications?page=1', { role: 'STUDENT' });
    await user.click(await deleteButton('Room 10'));
    await user.click(await screen.findByRole('button', { name: 'Delete application' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    await waitFor(() => expect(titles()).toHaveLength(10));
    await readToast(user, 'Application deleted.');
  });

  test('I145: that fails is said on the card, and the list is read again', async () => {
    const asked = playList('/api/v1/applications', () => numbered(1));
    server.use(
      http.delete('*/api/v1/applications/:id', () => failure(409, 'exception.application.not-deletable')),
    );
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await user.click(await deleteButton('Room 0'));
    await user.click(await screen.findByRole('button', { name: 'Delete application' }));
    const alert = await within(screen.getByRole('article')).findByRole('alert');
    expect(alert).toHaveTextContent('The application could not be deleted');
    expect(alert).toHaveTextContent('This application can no longer be deleted.');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(titles()).toEqual(['Room 0']);
    await waitFor(() => expect(asked).toHaveLength(2));
  });
});
