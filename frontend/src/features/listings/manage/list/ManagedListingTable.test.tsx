import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { ManagedListingResponse, Role } from '../../../../api/generated';
import { expectToast } from '../../../../testing/expectToast';
import { managedListing } from '../../../../testing/fixtures';
import { mockList } from '../../../../testing/mockList';
import { failure } from '../../../../testing/handlers';
import { renderApp } from '../../../../testing/renderApp';
import { server } from '../../../../testing/server';

const id = '01900000-0000-7000-8000-000000000007';
const room = (changes: Partial<ManagedListingResponse> = {}) =>
  managedListing({ externalId: id, title: 'Attic room', openApplications: 2, ...changes });

/** Matches the media queries that a window of this width would. */
function mockWidth(width: number) {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const from = Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity);
    return {
      matches: width >= from,
      media: query,
      addListener() {},
      removeListener() {},
      addEventListener() {},
      removeEventListener() {},
    } as unknown as MediaQueryList;
  });
}

async function openList(listings: readonly ManagedListingResponse[], role: Role = 'LANDLORD') {
  localStorage.setItem('listingsView', 'list');
  mockList('/api/v1/listings', () => listings, 12);
  const app = await renderApp('/my-listings', { role });
  await screen.findByRole('table');
  return app;
}

const texts = (role: string) => screen.getAllByRole(role).map((element) => element.textContent);

describe('switch of the view', () => {
  test('shows cards at first, then the list, and remembers the choice', async () => {
    mockList('/api/v1/listings', () => [room()], 12);
    const { user, unmount } = await renderApp('/my-listings', { role: 'LANDLORD' });
    expect(await screen.findByRole('article')).toBeVisible();
    const toggle = within(screen.getByRole('group', { name: 'View' }));
    expect(toggle.getByRole('button', { name: 'Cards' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(toggle.getByRole('button', { name: 'List' }));
    expect(await screen.findByRole('table', { name: 'My Listings' })).toBeVisible();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    unmount();
    await renderApp('/my-listings', { role: 'LANDLORD' });
    expect(await screen.findByRole('table')).toBeVisible();
  });

  test('a second click on the chosen view changes nothing', async () => {
    const { user } = await openList([room()]);
    await user.click(screen.getByRole('button', { name: 'List' }));
    expect(screen.getByRole('table')).toBeVisible();
    expect(localStorage.getItem('listingsView')).toBe('list');
  });
});

describe('in a wide window', () => {
  test('has a column for each fact', async () => {
    mockWidth(1440);
    await openList([room({ availableFrom: '2099-04-01' })]);
    expect(texts('columnheader')).toEqual([
      'Listing',
      'Status',
      'Total rent',
      'Available',
      'Views in 30 days',
      'Open applications',
      'Favorites',
      'Date created',
      'Actions',
    ]);
    // After the header, which cards repeat.
    const values = screen.getAllByRole('cell').map((cell) => cell.lastElementChild?.textContent);
    expect(values).toEqual([
      'Attic roomRoom · Südstadt, Köln',
      'Available',
      '€465.50',
      'from Apr 1, 2099',
      '12',
      '2',
      '3',
      'Nov 3, 2026',
      '',
    ]);
  });
});

describe('in a narrow window', () => {
  test('says the same in two cells', async () => {
    mockWidth(390);
    await openList([room()]);
    const row = within(screen.getAllByRole('row')[1] ?? document.body);
    for (const text of [
      'Room · Südstadt, Köln',
      'Available',
      '€465.50',
      'Available now',
      '2 open applications',
      '12 views in 30 days',
      '3 favorites',
      'Created: Nov 3, 2026',
    ]) {
      expect(row.getByText(text)).toBeVisible();
    }
    expect(row.getByRole('button', { name: 'Actions: Attic room' })).toBeVisible();
  });
});

test.each([1440, 390])('a rented listing says nothing about its availability, at %i px', async (width) => {
  mockWidth(width);
  await openList([room({ status: 'RENTED', availableFrom: '2099-04-01' })]);
  expect(screen.getByText('Rented', { selector: '[data-tone]' })).toBeVisible();
  expect(screen.queryByText(/Apr 1, 2099/)).not.toBeInTheDocument();
});

test('the title leads to the listing', async () => {
  await openList([room()]);
  expect(screen.getByRole('link', { name: 'Attic room' })).toHaveAttribute('href', `/listing/${id}`);
});

test.each([
  ['LANDLORD', `/applications?listing=${id}`],
  ['ADMIN', `/student-applications?listing=${id}&adminStatus=APPROVED&landlordStatus=PENDING`],
] as const)('open applications lead %s to them', async (role, address) => {
  await openList([room()], role);
  const link = screen.getByRole('link', { name: '2 open applications: Attic room' });
  expect(link).toHaveAttribute('href', address);
});

test('without open applications there is no link', async () => {
  await openList([room({ openApplications: 0 })]);
  expect(screen.getByText('0 open applications')).toBeVisible();
  expect(screen.queryByRole('link', { name: /open applications/ })).not.toBeInTheDocument();
});

test('an administrator sees whose listing it is', async () => {
  await openList([room()], 'ADMIN');
  expect(screen.getByText('Offered by Aylin D')).toBeVisible();
});

describe('the menu', () => {
  const openMenu = async ({ user }: Awaited<ReturnType<typeof openList>>) => {
    await user.click(screen.getByRole('button', { name: 'Actions: Attic room' }));
    await screen.findByRole('menu');
  };

  test('has the actions of the cards', async () => {
    await openMenu(await openList([room()]));
    expect(texts('menuitem')).toEqual(['Edit', 'Change Status', 'Copy', 'Delete']);
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('href', `/manage-listing/${id}`);
  });

  test.each([
    ['ADMIN', null],
    ['LANDLORD', 'Fake'],
  ] as const)(
    'offers no copy to %s of a listing with the takedown reason %s',
    async (role, takedownReason) => {
      await openMenu(await openList([room({ takedownReason })], role));
      expect(texts('menuitem')).toEqual(['Edit', 'Change Status', 'Delete']);
    },
  );

  test('deletes after a confirmation', async () => {
    const rows = [room()];
    server.use(
      http.delete('*/api/v1/listings/:id', () => {
        rows.pop();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const app = await openList(rows);
    await openMenu(app);
    await app.user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete listing?' }));
    await app.user.click(dialog.getByRole('button', { name: 'Delete listing' }));
    await expectToast(app.user, 'Listing deleted.');
    await waitFor(() => expect(screen.queryByRole('table')).not.toBeInTheDocument());
  });

  test('a refused change of the status shows below the row', async () => {
    server.use(http.put('*/api/v1/listings/:id/status', () => failure(409, 'exception.listing.blocked')));
    const app = await openList([room({ status: 'DRAFT' })]);
    await openMenu(app);
    await app.user.click(screen.getByRole('menuitem', { name: 'Change Status' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Status' }));
    await app.user.selectOptions(dialog.getByRole('combobox'), 'AVAILABLE');
    await app.user.click(dialog.getByRole('button', { name: 'Change' }));
    const alert = await within(screen.getByRole('table')).findByRole('alert');
    expect(alert).toHaveTextContent('The status of “Attic room” was not changed');
  });
});
