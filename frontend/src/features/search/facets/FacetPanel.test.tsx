import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { SearchFacetsResponse, SearchListingsRequest, SearchPage } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const facets = (rooms: number): SearchFacetsResponse => ({
  unitTypes: [
    { unitType: 'APARTMENT', count: 7 },
    { unitType: 'HOUSE', count: 0 },
    { unitType: 'ROOM', count: rooms },
    { unitType: 'OTHER', count: 1 },
  ],
  prices: [
    { min: null, max: 300, count: 1 },
    { min: 300, max: 400, count: rooms },
    { min: 1000, max: 1500, count: 0 },
    { min: 1500, max: null, count: 2 },
  ],
  areas: [
    { min: null, max: 12, count: 4 },
    { min: 12, max: 16, count: 5 },
    { min: 80, max: null, count: 6 },
  ],
  amenities: [
    { amenity: 'WIFI', count: 1_111 },
    { amenity: 'GARDEN', count: 0 },
  ],
});

/** Mocks the search with facets by `respond`. Returns the requests for cards and for counts. */
function mockSearch(
  respond: (request: SearchListingsRequest) => SearchFacetsResponse | null | Promise<SearchFacetsResponse>,
) {
  const requests = {
    cards: [] as SearchListingsRequest[],
    counts: [] as SearchListingsRequest[],
    aborted: [] as SearchListingsRequest[],
  };
  server.use(
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      const body = await request.json();
      const page = { payload: [listing()], totalPages: 3, totalSize: 30 };
      if (!body.facets) {
        requests.cards.push(body);
        return HttpResponse.json<SearchPage>({ ...page, facets: null });
      }
      requests.counts.push(body);
      request.signal.addEventListener('abort', () => requests.aborted.push(body));
      return HttpResponse.json<SearchPage>({ ...page, facets: await respond(body) });
    }),
  );
  return requests;
}

const query = () => window.location.search;
const range = (name: string) => screen.findByRole('button', { name });

describe('counts', () => {
  test('are requested after the cards, once for the same filters with any page and order', async () => {
    const requests = mockSearch(() => facets(23));
    const { user } = await renderApp('/?page=1&keyword=Park&priceMax=700&sort=areaSqm');
    await range('€300 to €400, 23 results');
    expect(requests.cards[0]).not.toHaveProperty('facets');
    expect(requests.counts).toEqual([
      {
        page: 0,
        pageSize: 1,
        facets: true,
        amenityFacets: true,
        keyword: 'Park',
        unitTypes: null,
        price: { min: null, max: 700 },
        area: { min: null, max: null },
      },
    ]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'sorted by' }), 'date, newest first');
    await user.click(await screen.findByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(requests.cards.at(-1)).toMatchObject({ page: 2, sortField: 'dateCreated' }));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(requests.counts).toHaveLength(1);
  });

  test('show on the unit types; a type without results can be chosen', async () => {
    mockSearch(() => facets(1_234));
    const { user } = await renderApp('/');
    const rooms = screen.getByRole('checkbox', { name: 'Room' });
    await waitFor(() => expect(rooms).toHaveAccessibleDescription('1,234 results'));
    expect(screen.getByText('1,234', { selector: 'label > span' })).toBeVisible();
    const houses = screen.getByRole('checkbox', { name: 'House' });
    expect(houses).toHaveAccessibleDescription('0 results');
    await user.click(houses);
    expect(query()).toBe('?unitTypes=HOUSE');
  });

  test('of an older request are aborted and ignored', async () => {
    let respondLate = () => undefined as void;
    const requests = mockSearch(async ({ unitTypes }) => {
      if (unitTypes) return facets(2);
      await new Promise<void>((resolve) => (respondLate = resolve));
      return facets(99);
    });
    const { user } = await renderApp('/');
    await waitFor(() => expect(requests.counts).toHaveLength(1));
    await user.click(screen.getByRole('checkbox', { name: 'Room' }));
    await range('€300 to €400, 2 results');
    expect(requests.aborted[0]).toMatchObject({ unitTypes: null });
    respondLate();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.getByRole('button', { name: '€300 to €400, 2 results' })).toBeVisible();
  });

  test('show a message when their request fails, and the cards stay', async () => {
    server.use(
      http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) =>
        (await request.json()).facets
          ? failure(503, 'exception.server.unavailable')
          : HttpResponse.json({ payload: [listing()], totalPages: 1, totalSize: 1, facets: null }),
      ),
    );
    await renderApp('/');
    expect(await screen.findByText(/^The counts by rent and area/)).toBeInTheDocument();
    expect(screen.getByRole('article')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Room' })).not.toHaveAccessibleDescription();
  });
});

describe('counts that failed', () => {
  const failed = () => screen.findByText(/^The counts by rent and area/);
  /** Mocks a search whose counts fail until they are told to work. */
  function mockFailingCounts() {
    const counts = { requested: 0, work: false };
    server.use(
      http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
        const page = { payload: [listing()], totalPages: 3, totalSize: 30 };
        if (!(await request.json()).facets) return HttpResponse.json<SearchPage>({ ...page, facets: null });
        counts.requested += 1;
        if (!counts.work) return failure(503, 'exception.server.unavailable');
        return HttpResponse.json<SearchPage>({ ...page, facets: facets(23) });
      }),
    );
    return counts;
  }

  test('are requested again once there is a connection', async () => {
    const counts = mockFailingCounts();
    await renderApp('/');
    await failed();
    const before = counts.requested;
    counts.work = true;
    window.dispatchEvent(new Event('online'));
    expect(await range('€300 to €400, 23 results')).toBeInTheDocument();
    expect(counts.requested).toBe(before + 1);
    window.dispatchEvent(new Event('online'));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(counts.requested).toBe(before + 1);
  });

  test('are requested again with the next response, not before', async () => {
    const counts = mockFailingCounts();
    const { user } = await renderApp('/');
    await failed();
    const before = counts.requested;
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(counts.requested).toBe(before);
    counts.work = true;
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    expect(await range('€300 to €400, 23 results')).toBeInTheDocument();
    expect(counts.requested).toBe(before + 1);
  });
});

describe('a range', () => {
  test('sets both bounds and searches; a second click removes them', async () => {
    const requests = mockSearch(() => facets(23));
    const { user } = await renderApp('/?page=2&unitTypes=ROOM');
    await user.click(await range('€300 to €400, 23 results'));
    expect(query()).toBe('?unitTypes=ROOM&priceMin=300&priceMax=400');
    await waitFor(() => expect(requests.cards.at(-1)).toMatchObject({ price: { min: 300, max: 400 } }));
    expect(screen.getByLabelText('Total rent from (€)')).toHaveValue('300');
    expect(screen.getByLabelText('Total rent up to (€)')).toHaveValue('400');
    const chosen = await range('€300 to €400, 23 results');
    expect(chosen).toHaveAttribute('aria-pressed', 'true');
    await user.click(chosen);
    expect(query()).toBe('?unitTypes=ROOM');
    expect(chosen).toHaveAttribute('aria-pressed', 'false');
  });

  test('without an end sets one bound and keeps typed text', async () => {
    mockSearch(() => facets(23));
    const { user } = await renderApp('/?areaMin=30&areaMax=50');
    const keyword = screen.getByRole('combobox', { name: 'City, district or keyword' });
    await user.type(keyword, 'Kö');
    await user.click(await range('up to 12\u00a0m², 4 results'));
    expect(query()).toBe('?areaMax=12');
    expect(keyword).toHaveValue('Kö');
    await user.click(await range('80\u00a0m² and more, 6 results'));
    expect(query()).toBe('?areaMin=80');
  });

  test('has names in the language of the page', async () => {
    mockSearch(() => facets(23));
    await renderApp('/', { language: 'de-DE' });
    const rents = await screen.findByRole('group', { name: /^Warmmiete \(€\)/ }, { timeout: 5_000 });
    const buttons = await within(rents).findAllByRole('button');
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'bis 300\u00a0€, 1 Treffer',
      '300 bis 400\u00a0€, 23 Treffer',
      '1.000 bis 1.500\u00a0€, 0 Treffer',
      'ab 1.500\u00a0€, 2 Treffer',
    ]);
    expect(buttons.map((button) => button.textContent)).toEqual([
      'bis 3001',
      '300–40023',
      '1.000–1.5000',
      'ab 1.5002',
    ]);
  });
});

test('on a phone a button opens the ranges', async () => {
  mockSearch(() => facets(23));
  const { user } = await renderApp('/');
  const toggle = screen.getByRole('button', { name: 'Filters' });
  const panel = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
  expect(panel).toContainElement(await range('€300 to €400, 23 results'));
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(panel).toHaveAttribute('data-open', 'false');
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(panel).toHaveAttribute('data-open', 'true');
});
