import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { PlaceListEnvelope, SearchListingsRequest } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

/** Mocks the search: near a town all cards are 7 km away. Returns the requests without facets. */
function mockSearch() {
  const requests: SearchListingsRequest[] = [];
  server.use(
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      const body = await request.json();
      if (!body.facets) requests.push(body);
      const found = body.keyword === 'nothing' && body.near ? 0 : 4;
      const payload = found > 0 ? [{ ...listing(), distanceKm: body.near ? 7 : null }] : [];
      return HttpResponse.json({ payload, totalPages: 1, totalSize: found, facets: null });
    }),
  );
  return requests;
}

const main = () => within(screen.getByRole('main'));
const radius = (city: string) => main().findByRole('combobox', { name: `Radius around ${city}` });
const chip = (name: string) => main().findByRole('button', { name: `Remove the place: ${name}` });
const order = () => screen.getByRole('combobox', { name: 'sorted by' });
const orders = () =>
  within(order())
    .getAllByRole('option')
    .map((option) => option.textContent);
const query = () => decodeURI(window.location.search);

test('a radius beside a city searches its surroundings, and shows distances', async () => {
  const requests = mockSearch();
  const { user } = await renderApp('/?place=M%C3%BCnchen&priceMax=500');
  const select = await radius('München');
  expect(select).toHaveDisplayValue('only here');
  expect(
    within(select)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['only here', '+ 5 km', '+ 10 km', '+ 20 km', '+ 50 km']);
  expect(screen.queryByText('≈ 7 km')).not.toBeInTheDocument();
  await user.selectOptions(select, '+ 20 km');
  expect(query()).toBe('?near=München&radius=20&priceMax=500');
  expect(select).toHaveDisplayValue('+ 20 km');
  expect(await screen.findByText('≈ 7 km')).toBeVisible();
  expect(screen.getByTitle('About 7 km away')).toBeVisible();
  expect(requests.at(-1)).toMatchObject({ near: { city: 'München', radiusKm: 20 } });
  expect(requests.at(-1)).not.toHaveProperty('place');
  await user.selectOptions(select, 'only here');
  expect(query()).toBe('?place=München&priceMax=500');
});

test('surroundings of the URL are removed by their chip, with the order by distance', async () => {
  const requests = mockSearch();
  const { user } = await renderApp('/?near=Ulm&radius=10&sort=distance');
  expect(await radius('Ulm')).toHaveDisplayValue('+ 10 km');
  expect(order()).toHaveDisplayValue('distance, nearest first');
  expect(requests[0]).toMatchObject({ near: { city: 'Ulm', radiusKm: 10 }, sortField: 'distance' });
  await user.click(await chip('Ulm'));
  expect(query()).toBe('');
  expect(screen.getByRole('heading', { name: '4 results' })).toHaveFocus();
  expect(order()).toHaveDisplayValue('basic rent, lowest first');
});

test('the order by distance is offered near a town only', async () => {
  const requests = mockSearch();
  const { user } = await renderApp('/?place=Ulm');
  const select = await radius('Ulm');
  expect(orders()).not.toContain('distance, nearest first');
  await user.selectOptions(select, '+ 5 km');
  await user.selectOptions(order(), 'distance, nearest first');
  expect(query()).toBe('?near=Ulm&radius=5&sort=distance');
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ sortField: 'distance' }));
});

test('a district has no radius', async () => {
  mockSearch();
  await renderApp('/?place=M%C3%BCnchen/Schwabing');
  await chip('Schwabing, München');
  expect(main().queryByRole('combobox', { name: /^Surroundings/ })).not.toBeInTheDocument();
});

test('a suggested town without listings is searched with its surroundings', async () => {
  const requests = mockSearch();
  server.use(
    http.get('*/api/v1/listings/suggest', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const payload = [{ city: 'Garching bei München', district: null, count: 0 }];
      return HttpResponse.json<PlaceListEnvelope>({
        payload: searchParams.get('towns') === 'true' ? payload : [],
      });
    }),
  );
  const { user } = await renderApp('/?place=Ulm');
  await user.type(main().getByRole('combobox', { name: 'City, district or keyword' }), 'garch');
  await user.click(await screen.findByRole('option', { name: 'Garching bei München, +\u00a010\u00a0km' }));
  expect(query()).toBe('?near=Garching+bei+München&radius=10');
  expect(await radius('Garching bei München')).toHaveDisplayValue('+ 10 km');
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({ near: { city: 'Garching bei München', radiusKm: 10 } }),
  );
});

test('another place replaces the surroundings', async () => {
  mockSearch();
  server.use(
    http.get('*/api/v1/listings/suggest', () =>
      HttpResponse.json<PlaceListEnvelope>({ payload: [{ city: 'Bonn', district: null, count: 3 }] }),
    ),
  );
  const { user } = await renderApp('/?near=Ulm&radius=10');
  await user.type(main().getByRole('combobox', { name: 'City, district or keyword' }), 'bonn');
  await user.click(await screen.findByRole('option', { name: 'Bonn, 3 results' }));
  expect(query()).toBe('?place=Bonn');
});

test('surroundings without results can be removed by a relaxed search', async () => {
  mockSearch();
  const { user } = await renderApp('/?near=Ulm&radius=10&keyword=nothing');
  await user.click(await screen.findByRole('button', { name: 'Without “Ulm +\u00a010\u00a0km”: 4 results' }));
  expect(query()).toBe('?keyword=nothing');
});
