import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { SearchListingsRequest, SearchPage } from '../api/generatedStart';
import { listing } from '../testing/fixtures';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

/** Keeps the order that each search asked for. */
function playSearch() {
  const asked: Pick<SearchListingsRequest, 'keyword' | 'page' | 'sortField' | 'sortDirection'>[] = [];
  server.use(
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      const { facets, keyword, page, sortField, sortDirection } = await request.json();
      if (!facets) asked.push({ keyword, page, sortField, sortDirection });
      return HttpResponse.json<SearchPage>({
        payload: [listing()],
        totalPages: 3,
        totalSize: 30,
        facets: null,
      });
    }),
  );
  return asked;
}

const order = () => screen.getByRole('combobox', { name: 'sorted by' });
const offered = () =>
  within(order())
    .getAllByRole('option')
    .map((option) => option.textContent);
const query = () => window.location.search;

test.each([
  ['total rent, lowest first', '?sort=totalRent', { sortField: 'totalRent', sortDirection: undefined }],
  ['date, newest first', '?sort=dateCreated', { sortField: 'dateCreated', sortDirection: 'DESC' }],
  ['area, largest first', '?sort=areaSqm', { sortField: 'areaSqm', sortDirection: 'DESC' }],
])('%s is in the address, and begins at the first page', async (name, address, expected) => {
  const asked = playSearch();
  const { user } = await renderApp('/?page=2');
  await screen.findAllByRole('article');
  expect(order()).toHaveDisplayValue('basic rent, lowest first');
  expect(asked[0]).toMatchObject({ page: 2, sortField: undefined, sortDirection: undefined });
  await user.selectOptions(order(), name);
  expect(query()).toBe(address);
  expect(order()).toHaveDisplayValue(name);
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 0, ...expected }));
  await user.selectOptions(order(), 'basic rent, lowest first');
  expect(query()).toBe('');
});

test('the best match is offered with a keyword alone, and goes with it', async () => {
  const asked = playSearch();
  const { user } = await renderApp('/');
  await screen.findAllByRole('article');
  expect(offered()).not.toContain('relevance, best match first');
  const keyword = screen.getByRole('combobox', { name: 'City, district or keyword' });
  await user.type(keyword, 'Balkon{Enter}');
  await waitFor(() => expect(query()).toBe('?keyword=Balkon'));
  await user.selectOptions(order(), 'relevance, best match first');
  expect(query()).toBe('?keyword=Balkon&sort=relevance');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ keyword: 'Balkon', sortField: 'relevance' }));
  await user.clear(keyword);
  await user.type(keyword, '{Enter}');
  expect(query()).toBe('');
  expect(order()).toHaveDisplayValue('basic rent, lowest first');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ keyword: null, sortField: undefined }));
});

test.each(['?sort=price', '?sort=relevance', '?sort=lastModified', '?sort='])(
  '%s is not understood, and means the preset order',
  async (address) => {
    const asked = playSearch();
    await renderApp(`/${address}`);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.sortField).toBeUndefined();
    expect(order()).toHaveDisplayValue('basic rent, lowest first');
  },
);

test('taking the filters away leaves the order', async () => {
  playSearch();
  const { user } = await renderApp('/?unitTypes=ROOM&sort=areaSqm');
  await user.click(screen.getByRole('button', { name: 'Reset filters' }));
  expect(query()).toBe('?sort=areaSqm');
  expect(screen.queryByRole('button', { name: 'Reset filters' })).not.toBeInTheDocument();
});
