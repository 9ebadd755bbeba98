import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ListingStatus, ManagedListingResponse, Role } from '../../../api/generated';
import { listing, managedListing, student } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { recordRequests } from '../../../testing/recordRequests';
import { expectToast } from '../../../testing/expectToast';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '/api/v1/listings';
const pageSize = 12;

const numberedListings = (count: number, changes: Partial<ManagedListingResponse> = {}) =>
  Array.from({ length: count }, (_, index) =>
    managedListing({ externalId: `listing-${index}`, title: `Room ${index}`, views: index, ...changes }),
  );

const titles = () => screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent);

async function open(listings: () => readonly ManagedListingResponse[], query = '', role: Role = 'LANDLORD') {
  const queries = mockList(path, listings, pageSize);
  const app = await renderApp(`/my-listings${query}`, { role });
  await screen.findAllByRole('article');
  return { ...app, queries };
}

test.each([
  ['LANDLORD', 'My Listings'],
  ['ADMIN', 'Listings'],
] as const)('%s sees the heading %s, the count and a grid of cards', async (role, heading) => {
  await open(() => numberedListings(3), '', role);
  expect(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  expect(screen.getByText('3 listings')).toBeVisible();
  expect(titles()).toEqual(['Room 0', 'Room 1', 'Room 2']);
});

test('a landlord can create a listing', async () => {
  const { user } = await open(() => numberedListings(1));
  await user.click(screen.getByRole('link', { name: 'Create Listing' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Create listing' })).toBeVisible();
  expect(window.location.pathname).toBe('/add-listing');
});

test('an administrator cannot create a listing', async () => {
  await open(() => numberedListings(1), '', 'ADMIN');
  expect(screen.queryByRole('link', { name: 'Create Listing' })).not.toBeInTheDocument();
});

test.each(['LANDLORD', 'ADMIN'] as const)('Edit leads %s to the wizard', async (role) => {
  await open(() => numberedListings(2), '', role);
  expect(screen.getByRole('link', { name: 'Edit: Room 1' })).toHaveAttribute(
    'href',
    '/manage-listing/listing-1',
  );
});

test('has keyword, three sort fields and four statuses, sorted by last change first', async () => {
  const { queries } = await open(() => numberedListings(1));
  expect(queries).toEqual(['page=0&pageSize=12&sortDirection=DESC&sortField=lastModified']);
  expect(screen.getByRole('searchbox')).toHaveValue('');
  const options = within(screen.getByRole('combobox', { name: 'Sort by' })).getAllByRole('option');
  expect(options.map((option) => option.getAttribute('value'))).toEqual([
    'lastModified',
    'dateCreated',
    'listing.title',
  ]);
  const statuses = within(screen.getByRole('group', { name: 'Status' })).getAllByRole('checkbox');
  expect(statuses.map((box) => box.closest('label')?.textContent)).toEqual([
    'Draft',
    'Archived',
    'Available',
    'Rented',
  ]);
});

test.each([
  ['ARCHIVED', 'Archived', 'gray'],
  ['DRAFT', 'Draft', 'yellow'],
  ['AVAILABLE', 'Available', 'green'],
  ['RENTED', 'Rented', 'red'],
] as [ListingStatus, string, string][])(
  'a card of status %s shows status, views and landlord',
  async (status, label, tone) => {
    await open(() => [
      managedListing({
        status,
        views: 1234,
        landlord: { externalId: 'x', firstName: 'Aylin', lastName: 'Demir' },
      }),
    ]);
    const card = within(screen.getByRole('article'));
    expect(card.getByText(label)).toHaveAttribute('data-tone', tone);
    expect(card.getByText('1,234 views')).toBeVisible();
    expect(card.getByText('Offered by Aylin Demir')).toBeInTheDocument();
    expect(card.getByText('A')).toBeVisible();
  },
);

test('page, filters and order are in the URL and the request', async () => {
  const { user, queries } = await open(() => numberedListings(13));
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(titles()).toEqual(['Room 12']));
  expect(window.location.search).toBe('?page=1');
  await user.click(screen.getByRole('checkbox', { name: 'Draft' }));
  await user.click(screen.getByRole('checkbox', { name: 'Rented' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'listing.title');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'ASC');
  await user.type(screen.getByRole('searchbox'), 'park{Enter}');
  await waitFor(() =>
    expect(window.location.search).toBe(
      '?keyword=park&sortField=listing.title&sortDirection=ASC&status=DRAFT&status=RENTED',
    ),
  );
  await waitFor(() =>
    expect(queries.at(-1)).toBe(
      'keyword=park&page=0&pageSize=12&sortDirection=ASC&sortField=listing.title&status=DRAFT&status=RENTED',
    ),
  );
});

test('a single page has no pagination', async () => {
  await open(() => numberedListings(12));
  expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
});

test('a page beyond the end becomes the last one', async () => {
  mockList(path, () => numberedListings(13), pageSize);
  await renderApp('/my-listings?page=2', { role: 'LANDLORD' });
  await waitFor(() => expect(window.location.search).toBe('?page=1'));
  await waitFor(() => expect(titles()).toEqual(['Room 12']));
});

test('an empty list shows a notice and links to create a listing', async () => {
  mockList(path, () => [], pageSize);
  await renderApp('/my-listings', { role: 'LANDLORD' });
  expect(await screen.findByRole('heading', { name: 'No listing yet' })).toBeVisible();
  const create = screen.getAllByRole('link', { name: 'Create Listing' });
  expect(create.map((link) => link.getAttribute('href'))).toEqual(['/add-listing', '/add-listing']);
});

describe('deleting', () => {
  const openDialog = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.click(screen.getByRole('button', { name: 'Delete listing: Room 0' }));
    return within(await screen.findByRole('dialog', { name: 'Delete listing?' }));
  };

  test('is confirmed first; Cancel keeps the listing', async () => {
    const sent = recordRequests('delete', '/api/v1/listings/:id');
    const app = await open(() => numberedListings(1));
    const dialog = await openDialog(app);
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([]);
    expect(titles()).toEqual(['Room 0']);
  });

  test('removes the card, and focuses the heading', async () => {
    let rows = numberedListings(2);
    server.use(
      http.delete('*/api/v1/listings/:id', ({ params }) => {
        rows = rows.filter((row) => row.externalId !== params['id']);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const app = await open(() => rows);
    const dialog = await openDialog(app);
    await app.user.click(dialog.getByRole('button', { name: 'Delete listing' }));
    await waitFor(() => expect(titles()).toEqual(['Room 1']));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await expectToast(app.user, 'Listing deleted.');
  });

  test('shows the error of the server in the dialog', async () => {
    server.use(http.delete('*/api/v1/listings/:id', () => failure(404, 'exception.listing.not-found')));
    const app = await open(() => numberedListings(1));
    const dialog = await openDialog(app);
    await app.user.click(dialog.getByRole('button', { name: 'Delete listing' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'This listing does not exist or no longer exists.',
    );
    expect(dialog.getByRole('button', { name: 'Delete listing' })).toBeEnabled();
  });
});

describe('changing the status', () => {
  const openDialog = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.click(screen.getByRole('button', { name: 'Change Status: Room 0' }));
    return within(await screen.findByRole('dialog', { name: 'Change Status' }));
  };

  test('has a select of four statuses with Draft selected, Cancel and Change', async () => {
    const dialog = await openDialog(await open(() => numberedListings(1, { status: 'RENTED' })));
    const options = dialog.getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Draft', 'Archived', 'Available', 'Rented']);
    expect(dialog.getByRole('combobox')).toHaveValue('DRAFT');
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Change' })).toBeVisible();
  });

  test('Cancel changes nothing', async () => {
    const sent = recordRequests('put', '/api/v1/listings/:id/status');
    const app = await open(() => numberedListings(1));
    const dialog = await openDialog(app);
    await app.user.selectOptions(dialog.getByRole('combobox'), 'RENTED');
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([]);
    expect(within(screen.getByRole('article')).getByText('Available')).toBeVisible();
  });

  test('Change sets the status and updates the badge', async () => {
    let rows = numberedListings(1);
    server.use(
      http.put('*/api/v1/listings/:id/status', ({ request }) => {
        const status = new URL(request.url).searchParams.get('status') as ListingStatus;
        rows = numberedListings(1, { status });
        return HttpResponse.json({ payload: listing({ status }) });
      }),
    );
    const app = await open(() => rows);
    const dialog = await openDialog(app);
    await app.user.selectOptions(dialog.getByRole('combobox'), 'RENTED');
    await app.user.click(dialog.getByRole('button', { name: 'Change' }));
    expect(await within(screen.getByRole('article')).findByText('Rented')).toHaveAttribute(
      'data-tone',
      'red',
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  /** Mocks two listings of which the first one is rented by the next change of a status. */
  function mockRenting(isHiddenThen: boolean) {
    let rows = numberedListings(2);
    server.use(
      http.put('*/api/v1/listings/:id/status', () => {
        const [first = managedListing(), ...others] = rows;
        rows = isHiddenThen ? others : [{ ...first, status: 'RENTED' }, ...others];
        return HttpResponse.json({ payload: listing({ status: 'RENTED' }) });
      }),
    );
    return () => rows;
  }

  async function rent(app: Awaited<ReturnType<typeof open>>) {
    const dialog = await openDialog(app);
    await app.user.selectOptions(dialog.getByRole('combobox'), 'RENTED');
    await app.user.click(dialog.getByRole('button', { name: 'Change' }));
  }

  test('keeps the focus on the button of a card that stays', async () => {
    await rent(await open(mockRenting(false)));
    expect(await screen.findByText('Rented', { selector: '[data-tone]' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change Status: Room 0' })).toHaveFocus();
  });

  test('focuses the heading when a filter hides the card', async () => {
    await rent(await open(mockRenting(true), '?status=AVAILABLE'));
    await waitFor(() => expect(titles()).toEqual(['Room 1']));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('an error closes the dialog and shows on the card', async () => {
    server.use(http.put('*/api/v1/listings/:id/status', () => failure(409, 'exception.listing.blocked')));
    const app = await open(() => numberedListings(1, { status: 'DRAFT' }));
    const dialog = await openDialog(app);
    await app.user.selectOptions(dialog.getByRole('combobox'), 'AVAILABLE');
    await app.user.click(dialog.getByRole('button', { name: 'Change' }));
    const alert = await within(screen.getByRole('article')).findByRole('alert');
    expect(alert).toHaveTextContent('The status of “Room 0” was not changed');
    expect(alert).toHaveTextContent('Our team has taken this listing down.');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('copying', () => {
  function recordCopies(status = 201) {
    const sent: string[] = [];
    server.use(
      http.post('*/api/v1/listings/:id/copy', async ({ request, params }) => {
        sent.push(`${String(params['id'])} ${await request.text()}`);
        if (status === 409) return failure(409, 'exception.listing.too-many');
        return HttpResponse.json({ payload: listing({ externalId: 'copy', status: 'DRAFT' }) }, { status });
      }),
    );
    return sent;
  }

  const openDialog = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.click(screen.getByRole('button', { name: 'Copy: Room 0' }));
    return within(await screen.findByRole('dialog', { name: 'Copy listing?' }));
  };

  test('opens the draft, which has the images', async () => {
    const sent = recordCopies();
    const own = { ...listing().landlord, externalId: student.externalId };
    server.use(
      http.get('*/api/v1/listings/:id', () => HttpResponse.json({ payload: listing({ landlord: own }) })),
    );
    const app = await open(() => numberedListings(1));
    const dialog = await openDialog(app);
    expect(dialog.getByRole('checkbox', { name: 'Copy the 2 images as well' })).toBeChecked();
    await app.user.click(dialog.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(window.location.pathname).toBe('/manage-listing/copy'));
    expect(sent).toEqual(['listing-0 {"images":true}']);
  });

  test('is possible without the images', async () => {
    const sent = recordCopies();
    const app = await open(() => numberedListings(1));
    const dialog = await openDialog(app);
    await app.user.click(dialog.getByRole('checkbox'));
    await app.user.click(dialog.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(sent).toEqual(['listing-0 {"images":false}']));
  });

  test('shows the error of the server in the dialog', async () => {
    recordCopies(409);
    const app = await open(() => numberedListings(1, { images: [] }));
    const dialog = await openDialog(app);
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
    await app.user.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
  });

  test('is not offered to administrators', async () => {
    await open(() => numberedListings(1), '', 'ADMIN');
    expect(screen.queryByRole('button', { name: /^Copy/ })).not.toBeInTheDocument();
  });
});
