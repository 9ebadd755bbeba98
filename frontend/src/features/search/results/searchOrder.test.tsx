import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { SearchListingsRequest, SearchPage } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

/** Mocks the search. Returns the order of each request. */
function mockSearch() {
  const requests: Pick<SearchListingsRequest, 'keyword' | 'page' | 'sortField' | 'sortDirection'>[] = [];
  server.use(
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      const { facets, keyword, page, sortField, sortDirection } = await request.json();
      if (!facets) requests.push({ keyword, page, sortField, sortDirection });
      return HttpResponse.json<SearchPage>({
        payload: [listing()],
        totalPages: 3,
        totalSize: 30,
        facets: null,
      });
    }),
  );
  return requests;
}

const order = () => screen.getByRole('combobox', { name: 'sorted by' });
const orders = () =>
  within(order())
    .getAllByRole('option')
    .map((option) => option.textContent);
const query = () => window.location.search;

test.each([
  ['total rent, lowest first', '?sort=totalRent', { sortField: 'totalRent', sortDirection: undefined }],
  ['date, newest first', '?sort=dateCreated', { sortField: 'dateCreated', sortDirection: 'DESC' }],
  ['area, largest first', '?sort=areaSqm', { sortField: 'areaSqm', sortDirection: 'DESC' }],
])('%s is in the URL and shows the first page', async (name, search, expected) => {
  const requests = mockSearch();
  const { user } = await renderApp('/?page=2');
  await screen.findAllByRole('article');
  expect(order()).toHaveDisplayValue('basic rent, lowest first');
  expect(requests[0]).toMatchObject({ page: 2, sortField: undefined, sortDirection: undefined });
  await user.selectOptions(order(), name);
  expect(query()).toBe(search);
  expect(order()).toHaveDisplayValue(name);
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ page: 0, ...expected }));
  await user.selectOptions(order(), 'basic rent, lowest first');
  expect(query()).toBe('');
});

test('relevance is offered only with a keyword, and reset without it', async () => {
  const requests = mockSearch();
  const { user } = await renderApp('/');
  await screen.findAllByRole('article');
  expect(orders()).not.toContain('relevance, best match first');
  const keyword = screen.getByRole('combobox', { name: 'City, district or keyword' });
  await user.type(keyword, 'Balkon{Enter}');
  await waitFor(() => expect(query()).toBe('?keyword=Balkon'));
  await user.selectOptions(order(), 'relevance, best match first');
  expect(query()).toBe('?keyword=Balkon&sort=relevance');
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ keyword: 'Balkon', sortField: 'relevance' }));
  await user.clear(keyword);
  await user.type(keyword, '{Enter}');
  expect(query()).toBe('');
  expect(order()).toHaveDisplayValue('basic rent, lowest first');
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ keyword: null, sortField: undefined }));
});

test.each(['?sort=price', '?sort=relevance', '?sort=lastModified', '?sort='])(
  '%s means the default order',
  async (search) => {
    const requests = mockSearch();
    await renderApp(`/${search}`);
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.sortField).toBeUndefined();
    expect(order()).toHaveDisplayValue('basic rent, lowest first');
  },
);

test('Reset filters keeps the order', async () => {
  mockSearch();
  const { user } = await renderApp('/?unitTypes=ROOM&sort=areaSqm');
  await user.click(screen.getByRole('button', { name: 'Reset filters' }));
  expect(query()).toBe('?sort=areaSqm');
  expect(screen.queryByRole('button', { name: 'Reset filters' })).not.toBeInTheDocument();
});
