import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { SearchListingsRequest } from '../../../api/generated';
import { listing, publicSettings } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const noBounds = { min: null, max: null };

/** Mocks a search with `total` results in pages. Returns its requests. */
function mockSearch({ total = 1, pageSize = 12 } = {}) {
  const requests: SearchListingsRequest[] = [];
  server.use(
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      const body = await request.json();
      if (!body.facets) requests.push(body);
      const rest = total - (body.page ?? 0) * pageSize;
      const payload = Array.from({ length: Math.max(0, Math.min(pageSize, rest)) }, (_, index) =>
        listing({ externalId: `${body.page}-${index}`, title: `Room ${body.page}-${index}` }),
      );
      return HttpResponse.json({
        payload,
        totalPages: Math.ceil(total / pageSize),
        totalSize: total,
        facets: null,
      });
    }),
  );
  return requests;
}

const panel = () => screen.getByRole('form', { name: 'Search for rooms' });
const query = () => window.location.search;
const cards = () => screen.findAllByRole('article');

test.each([
  [1440, 4],
  [1024, 3],
  [768, 2],
  [390, 1],
])('at %i px the %i images of the first row load first', async (width, cardsPerRow) => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const from = Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity);
    return Object.assign(new EventTarget(), { matches: width >= from, media: query }) as MediaQueryList;
  });
  mockSearch({ total: 12 });
  await renderApp('/');
  const images = (await cards()).map((card) => card.querySelector('img'));
  expect(images).toHaveLength(12);
  for (const [index, image] of images.entries()) {
    const isFirst = index < cardsPerRow;
    expect(image).toHaveAttribute('fetchpriority', isFirst ? 'high' : 'auto');
    expect(image).toHaveAttribute('loading', isFirst ? 'eager' : 'lazy');
  }
});

test('formats large numbers in the language of the page', async () => {
  mockSearch({ total: 12_345 });
  await renderApp('/', { language: 'de-DE' });
  expect(await screen.findByRole('heading', { name: /^12\.345 / })).toBeVisible();
});

describe('search form', () => {
  test('has keyword, unit types, rent, area and Search', async () => {
    await renderApp('/');
    for (const label of [
      'City, district or keyword',
      'Total rent from (€)',
      'Total rent up to (€)',
      'Area from (m²)',
      'Area up to (m²)',
    ]) {
      expect(within(panel()).getByLabelText(label)).toBeVisible();
    }
    expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      'House',
      'Apartment',
      'Room',
      'Other',
    ]);
    expect(within(panel()).getByRole('button', { name: 'Search' })).toBeVisible();
  });

  test('writes only filled fields to the URL and the request', async () => {
    const requests = mockSearch();
    const { user } = await renderApp('/');
    await cards();
    await user.type(screen.getByLabelText('City, district or keyword'), '  Köln ');
    await user.type(screen.getByLabelText('Total rent up to (€)'), '500');
    await user.type(screen.getByLabelText('Area from (m²)'), '15');
    await user.click(within(panel()).getByRole('button', { name: 'Search' }));
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    await user.click(screen.getByRole('checkbox', { name: 'Room' }));
    await waitFor(() =>
      expect(decodeURI(query())).toBe('?keyword=Köln&unitTypes=HOUSE,ROOM&priceMax=500&areaMin=15'),
    );
    await waitFor(() =>
      expect(requests.at(-1)).toEqual({
        page: 0,
        pageSize: 12,
        keyword: 'Köln',
        unitTypes: ['HOUSE', 'ROOM'],
        price: { min: null, max: 500 },
        area: { min: 15, max: null },
      }),
    );
  });

  test('a URL with filters restores the form and the request', async () => {
    const requests = mockSearch({ total: 30 });
    await renderApp(
      '/?page=1&keyword=Park&unitTypes=APARTMENT,OTHER&priceMin=300&priceMax=700&areaMin=20&areaMax=60',
    );
    expect(within(panel()).getByLabelText('City, district or keyword')).toHaveValue('Park');
    expect(screen.getByLabelText('Total rent from (€)')).toHaveValue('300');
    expect(screen.getByLabelText('Area up to (m²)')).toHaveValue('60');
    expect(screen.getByRole('checkbox', { name: 'Apartment' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'House' })).not.toBeChecked();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toMatchObject({
      page: 1,
      keyword: 'Park',
      unitTypes: ['APARTMENT', 'OTHER'],
      price: { min: 300, max: 700 },
      area: { min: 20, max: 60 },
    });
  });

  test('Back restores the previous filters', async () => {
    mockSearch();
    const { user } = await renderApp('/?keyword=Park');
    await cards();
    const keyword = within(panel()).getByLabelText('City, district or keyword');
    await user.clear(keyword);
    await user.type(keyword, 'Mitte{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=Mitte'));
    window.history.back();
    await waitFor(() => expect(keyword).toHaveValue('Park'));
    expect(query()).toBe('?keyword=Park');
  });

  test('a range accepts only numbers, and ignores invalid bounds of the URL', async () => {
    const requests = mockSearch();
    const { user } = await renderApp('/?priceMin=1.555&priceMax=x&areaMin=-3&areaMax=1.25');
    await waitFor(() => expect(requests[0]).toMatchObject({ price: noBounds, area: noBounds }));
    const from = screen.getByLabelText('Total rent from (€)');
    await user.type(from, '-1a2e€');
    expect(from).toHaveValue('12');
  });

  test('keeps typed text when the unit type changes', async () => {
    mockSearch();
    const { user } = await renderApp('/');
    await user.type(within(panel()).getByLabelText('City, district or keyword'), 'Kö');
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    expect(within(panel()).getByLabelText('City, district or keyword')).toHaveValue('Kö');
  });

  test('the header has a search on the home page only', async () => {
    const requests = mockSearch();
    const { user } = await renderApp('/');
    const header = screen.getByRole('banner');
    await user.type(within(header).getByRole('combobox', { name: 'Search by keyword' }), 'Balkon{Enter}');
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ keyword: 'Balkon' }));
    await user.click((await screen.findAllByRole('link', { name: 'Room 0-0' }))[0] ?? header);
    await screen.findByRole('heading', { level: 1, name: listing().title });
    expect(within(header).queryByRole('combobox')).not.toBeInTheDocument();
  });
});

describe('results', () => {
  test('show count, order and cards that link to their listings', async () => {
    mockSearch({ total: 3 });
    await renderApp('/');
    expect(await screen.findByRole('heading', { name: '3 results' })).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'sorted by' })).toHaveDisplayValue(
      'basic rent, lowest first',
    );
    expect(await cards()).toHaveLength(3);
    expect(screen.getByRole('link', { name: 'Room 0-1' })).toHaveAttribute('href', '/listing/0-1');
  });

  test('have no pagination for a single page', async () => {
    mockSearch({ total: 12 });
    await renderApp('/');
    await cards();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
  });

  test('have pages in the URL; another page scrolls to the top', async () => {
    const requests = mockSearch({ total: 30 });
    const { user } = await renderApp('/?keyword=Park');
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    expect(query()).toBe('?page=1&keyword=Park');
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
    expect(await screen.findByRole('link', { name: 'Room 1-0' })).toBeVisible();
    expect(requests.at(-1)).toMatchObject({ page: 1, keyword: 'Park' });
  });

  test('show the first page after a change of filters', async () => {
    mockSearch({ total: 30 });
    const { user } = await renderApp('/?page=2');
    await cards();
    await user.click(screen.getByRole('checkbox', { name: 'Room' }));
    expect(query()).toBe('?unitTypes=ROOM');
  });

  test('show the last page for a page past the end', async () => {
    mockSearch({ total: 30 });
    await renderApp('/?page=9');
    expect(await screen.findByRole('link', { name: 'Room 2-0' })).toBeVisible();
    expect(query()).toBe('?page=2');
  });

  test('show a notice and Reset filters when there are none', async () => {
    mockSearch({ total: 0 });
    const { user } = await renderApp('/?keyword=nowhere');
    expect(await screen.findByRole('heading', { name: 'No lights on here yet' })).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Reset filters' })[0] ?? document.body);
    expect(query()).toBe('');
  });

  test('a failed search shows the error of the server and can be retried', async () => {
    server.use(http.post('*/api/v1/listings/search', () => failure(503, 'exception.server.unavailable')));
    const { user } = await renderApp('/');
    expect(await screen.findByRole('alert')).toHaveTextContent('The service cannot be reached right now.');
    mockSearch();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cards()).toHaveLength(1);
  });

  test('stay when reading them again fails', async () => {
    mockSearch();
    const { store } = await renderApp('/');
    expect(await cards()).toHaveLength(1);
    server.use(http.post('*/api/v1/listings/search', () => HttpResponse.error()));
    act(() => void window.dispatchEvent(new Event('online')));
    const hasFailed = () => Object.values(store.getState().api.queries).some((query) => query?.error);
    await waitFor(() => expect(hasFailed()).toBe(true));
    expect(await cards()).toHaveLength(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('a failed search without an error envelope shows the general text', async () => {
    server.use(
      http.post('*/api/v1/listings/search', () => HttpResponse.text('Bad gateway', { status: 502 })),
    );
    await renderApp('/');
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong. Please try again.');
  });

  test('a search without a connection shows that', async () => {
    server.use(http.post('*/api/v1/listings/search', () => HttpResponse.error()));
    await renderApp('/');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'No connection. Check your internet connection and try again.',
    );
  });

  test('an unknown error key shows the general text', async () => {
    server.use(
      http.post('*/api/v1/listings/search', () =>
        HttpResponse.json({ error: { message: 'exception.of.tomorrow', requestId: '1' } }, { status: 400 }),
      ),
    );
    await renderApp('/');
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong. Please try again.');
  });

  test('newer filters abort the older request without an error', async () => {
    const aborted: boolean[] = [];
    server.use(
      http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
        const { unitTypes } = await request.json();
        if (unitTypes)
          return HttpResponse.json({ payload: [listing({ title: 'A house' })], totalPages: 1, totalSize: 1 });
        request.signal.addEventListener('abort', () => aborted.push(true));
        await delay('infinite');
        return undefined;
      }),
    );
    const { user } = await renderApp('/');
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    expect(await screen.findByRole('link', { name: 'A house' })).toBeVisible();
    expect(aborted).toEqual([true]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('older results stay and are busy until the newer ones arrive', async () => {
    mockSearch();
    const { user } = await renderApp('/');
    await cards();
    server.use(
      http.post('*/api/v1/listings/search', async () => {
        await delay('infinite');
        return undefined;
      }),
    );
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    expect(screen.getByRole('link', { name: 'Room 0-0' })).toBeVisible();
    expect(screen.getByRole('article').closest('ul')).toHaveAttribute('aria-busy', 'true');
  });
});

test("the operator's image replaces the drawn skyline", async () => {
  server.use(
    http.get('*/api/v1/settings/public', () =>
      HttpResponse.json({
        payload: { ...publicSettings, brandName: 'Nestbau', images: { 'home.hero': '/s/hero.jpg' } },
      }),
    ),
  );
  const { container } = await renderApp('/');
  await waitFor(() =>
    expect(container.querySelector('section img')).toHaveAttribute(
      'srcset',
      '/images/1200x800/s/hero.jpg 1200w, /images/2400x1600/s/hero.jpg 2400w',
    ),
  );
  expect(document.title).toBe('Rooms for students – Nestbau');
});
