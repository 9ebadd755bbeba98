import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { ApplicationResponse } from '../../../../api/generated';
import { appliedListing, application, listing } from '../../../../testing/fixtures';
import { failure } from '../../../../testing/handlers';
import { mockList } from '../../../../testing/mockList';
import { renderApp } from '../../../../testing/renderApp';
import { server } from '../../../../testing/server';

const id = '01900000-0000-7000-8000-000000000007';
const waiting = application({
  administratorApprovalStatus: 'APPROVED',
  listing: appliedListing({ externalId: id, title: 'Attic room' }),
});

async function open(
  address: string,
  role: 'LANDLORD' | 'ADMIN',
  applications: ApplicationResponse[] = [waiting],
) {
  const queries = mockList('/api/v1/applications', () => applications);
  const app = await renderApp(address, { role });
  await screen.findByRole('searchbox');
  await waitFor(() => expect(queries).toHaveLength(1));
  return { ...app, queries };
}

const chip = (name: string) => screen.findByRole('button', { name: `Remove the filter – ${name}` });

test('a landlord sees the applications to one listing, and all again', async () => {
  const { user, queries } = await open(`/applications?listing=${id}`, 'LANDLORD');
  expect(queries[0]).toBe(`listing=${id}&page=0&sortDirection=DESC&sortField=lastModified&status=PENDING`);
  await user.click(await chip('Listing: Attic room'));
  await waitFor(() => expect(queries).toHaveLength(2));
  expect(queries[1]).toBe('page=0&sortDirection=DESC&sortField=lastModified&status=PENDING');
  expect(window.location.pathname + window.location.search).toBe('/applications');
  expect(screen.queryByRole('button', { name: /^Remove the filter/ })).not.toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('an administrator keeps the other filters', async () => {
  const address = `/student-applications?listing=${id}&adminStatus=APPROVED&landlordStatus=PENDING`;
  const { user, queries } = await open(address, 'ADMIN');
  expect(queries[0]).toContain(`adminStatus=APPROVED&landlordStatus=PENDING&listing=${id}`);
  await user.click(await chip('Listing: Attic room'));
  await waitFor(() => expect(queries).toHaveLength(2));
  expect(window.location.search).toBe('?adminStatus=APPROVED&landlordStatus=PENDING');
});

test('other filters keep the listing', async () => {
  const { user, queries } = await open(`/applications?listing=${id}`, 'LANDLORD');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'ASC');
  await waitFor(() => expect(queries).toHaveLength(2));
  expect(queries[1]).toContain(`listing=${id}`);
  expect(new URLSearchParams(window.location.search).get('listing')).toBe(id);
});

test.each([
  ['/applications', 'LANDLORD', '?status=ANY'],
  ['/student-applications', 'ADMIN', '?adminStatus=ANY'],
] as const)('%s is not all done as long as only one listing is', async (path, role, all) => {
  server.use(http.get('*/api/v1/listings/:id', () => HttpResponse.json({ payload: listing() })));
  const { user, queries } = await open(`${path}?listing=${id}&sortDirection=ASC`, role, []);
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'All done' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show everything' }));
  await waitFor(() => expect(queries).toHaveLength(2));
  expect(queries[1]).toBe('page=0&sortDirection=ASC&sortField=lastModified');
  expect(window.location.search).toBe(`?sortDirection=ASC&${all.slice(1)}`);
});

test('without applications the title comes from the listing', async () => {
  server.use(
    http.get('*/api/v1/listings/:id', () => HttpResponse.json({ payload: listing({ title: 'Quiet loft' }) })),
  );
  await open(`/applications?listing=${id}`, 'LANDLORD', []);
  expect(await chip('Listing: Quiet loft')).toBeVisible();
});

test('the filter of a listing that is gone can be removed', async () => {
  server.use(http.get('*/api/v1/listings/:id', () => failure(404, 'exception.listing.not-found')));
  const { user, queries } = await open(`/applications?listing=${id}`, 'LANDLORD', []);
  await user.click(await chip('One listing'));
  await waitFor(() => expect(queries).toHaveLength(2));
});

test('anything but an id is ignored', async () => {
  const { queries } = await open('/applications?listing=7', 'LANDLORD');
  expect(queries[0]).not.toContain('listing=');
  expect(screen.queryByRole('button', { name: /^Remove the filter/ })).not.toBeInTheDocument();
});
