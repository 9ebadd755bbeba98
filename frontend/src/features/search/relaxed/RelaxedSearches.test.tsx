import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { SearchListingsRequest } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

describe('a search without results', () => {
  /** Mocks result counts by the names of the filters that a request does not have. */
  function mockSearch(counts: Partial<Record<string, number>>) {
    const requests: SearchListingsRequest[] = [];
    server.use(
      http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
        const body = await request.json();
        if (!body.facets) requests.push(body);
        const values = {
          keyword: body.keyword,
          unitTypes: body.unitTypes,
          priceMin: body.price?.min,
          priceMax: body.price?.max,
          areaMin: body.area?.min,
          areaMax: body.area?.max,
        };
        const missing = Object.entries(values).filter(([, value]) => value === null);
        const total = counts[missing.map(([name]) => name).join(' ')] ?? 0;
        const payload = total > 0 ? [listing()] : [];
        return HttpResponse.json({ payload, totalPages: total, totalSize: total });
      }),
    );
    return requests;
  }
  const urlWithAllFilters =
    '/?keyword=Parkk&unitTypes=ROOM,HOUSE&priceMin=200&priceMax=300&areaMin=20&areaMax=1500';
  const offers = async () => {
    await screen.findByText('With one filter removed:');
    return screen.getAllByRole('button', { name: /^Without/ });
  };

  test('offers the search without each filter by result count', async () => {
    const requests = mockSearch({
      keyword: 2,
      unitTypes: 1,
      priceMin: 0,
      priceMax: 1200,
      areaMin: 3,
      areaMax: 4,
    });
    await renderApp(urlWithAllFilters);
    expect((await offers()).map((offer) => offer.textContent)).toEqual([
      'Without “total rent up to €300”: 1,200 results',
      'Without “area up to 1,500\u00a0m²”: 4 results',
      'Without “area from 20\u00a0m²”: 3 results',
      'Without “Parkk”: 2 results',
      'Without “House, Room”: 1 result',
    ]);
    const countRequests = requests.filter(({ pageSize }) => pageSize === 1);
    expect(countRequests).toHaveLength(6);
    expect(requests).toHaveLength(7);
  });

  test('an offer removes its filter and keeps the others', async () => {
    mockSearch({ priceMax: 12 });
    const { user } = await renderApp(urlWithAllFilters);
    await user.click((await offers())[0] ?? document.body);
    expect(window.location.search).toBe(
      '?keyword=Parkk&unitTypes=HOUSE,ROOM&priceMin=200&areaMin=20&areaMax=1500',
    );
    expect(await screen.findByRole('heading', { name: '12 results' })).toBeVisible();
  });

  test('has no offers without filters', async () => {
    const requests = mockSearch({});
    await renderApp('/');
    expect(await screen.findByRole('heading', { name: 'No lights on here yet' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reset filters' })).not.toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  test('sends no count requests while there are results', async () => {
    const requests = mockSearch({ 'unitTypes priceMin priceMax areaMin areaMax': 1 });
    await renderApp('/?keyword=Park');
    expect(await screen.findAllByRole('article')).toHaveLength(1);
    expect(requests).toHaveLength(1);
  });

  test('leaves out failed counts without an error', async () => {
    server.use(
      http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
        const { pageSize, keyword } = await request.json();
        if (pageSize === 12) return HttpResponse.json({ payload: [], totalPages: 0, totalSize: 0 });
        if (keyword) return failure(503, 'exception.server.unavailable');
        return HttpResponse.json({ payload: [listing()], totalPages: 5, totalSize: 5 });
      }),
    );
    await renderApp('/?keyword=Park&priceMax=300');
    expect((await offers()).map((offer) => offer.textContent)).toEqual(['Without “Park”: 5 results']);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('changed filters abort the count requests', async () => {
    const aborted: (string | null | undefined)[] = [];
    server.use(
      http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
        const { pageSize, keyword, unitTypes } = await request.json();
        if (pageSize === 12 && unitTypes)
          return HttpResponse.json({ payload: [listing()], totalPages: 1, totalSize: 1 });
        if (pageSize === 12) return HttpResponse.json({ payload: [], totalPages: 0, totalSize: 0 });
        request.signal.addEventListener('abort', () => aborted.push(keyword));
        await delay('infinite');
        return undefined;
      }),
    );
    const { user } = await renderApp('/?keyword=Park&priceMax=300');
    await screen.findByRole('heading', { name: 'No lights on here yet' });
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    await waitFor(() => expect(aborted).toHaveLength(2));
    expect(aborted).toEqual(expect.arrayContaining([null, 'Park']));
  });
});
