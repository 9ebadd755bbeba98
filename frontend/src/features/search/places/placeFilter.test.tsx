import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { PlaceListEnvelope, PlaceResponse, SearchListingsRequest } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { pendingResponse } from '../../../testing/pendingResponse';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const munich: PlaceResponse = { city: 'München', district: null, count: 11 };
const neustadt: PlaceResponse = { city: 'Dresden', district: 'Neustadt', count: 4 };

function mockSearch(total = 11) {
  const requests: SearchListingsRequest[] = [];
  server.use(
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      const body = await request.json();
      requests.push(body);
      const found = body.place && body.keyword === 'nothing' ? 0 : total;
      const payload = found > 0 ? [listing()] : [];
      return HttpResponse.json({ payload, totalPages: 1, totalSize: found, facets: null });
    }),
  );
  return requests;
}

/** Mocks the places with exactly the requested name. Returns the texts of the requests. */
function mockExactPlaces(places: Record<string, PlaceResponse[]>) {
  const queries: (string | null)[] = [];
  server.use(
    http.get('*/api/v1/listings/suggest', ({ request }) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.get('exact') !== 'true') return HttpResponse.json<PlaceListEnvelope>({ payload: [] });
      const q = searchParams.get('q');
      queries.push(q);
      return HttpResponse.json<PlaceListEnvelope>({ payload: places[q ?? ''] ?? [] });
    }),
  );
  return queries;
}

const main = () => within(screen.getByRole('main'));
const keyword = () => main().getByRole('combobox', { name: 'City, district or keyword' });
const chip = (name: string) => main().findByRole('button', { name: `Remove the place: ${name}` });
const query = () => decodeURI(window.location.search);

describe('a place', () => {
  test('of the URL filters the search with the keyword and shows a chip', async () => {
    const requests = mockSearch();
    await renderApp('/?place=M%C3%BCnchen/Schwabing&keyword=Balkon');
    expect(await chip('Schwabing, München')).toHaveTextContent('Schwabing, München');
    expect(keyword()).toHaveValue('Balkon');
    expect(requests[0]).toMatchObject({
      place: { city: 'München', district: 'Schwabing' },
      keyword: 'Balkon',
    });
  });

  test('filters the facet counts, too', async () => {
    const requests = mockSearch();
    await renderApp('/?place=Ulm');
    await chip('Ulm');
    await waitFor(() =>
      expect(requests.filter((body) => body.facets)).toMatchObject([
        { place: { city: 'Ulm', district: null } },
      ]),
    );
  });

  test('is removed by its chip, which focuses the heading; Back restores it', async () => {
    const requests = mockSearch();
    const { user } = await renderApp('/?place=Ulm&keyword=Balkon&page=0');
    await user.click(await chip('Ulm'));
    expect(query()).toBe('?keyword=Balkon');
    expect(screen.getByRole('heading', { name: '11 results' })).toHaveFocus();
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ keyword: 'Balkon' }));
    expect(requests.at(-1)).not.toHaveProperty('place');
    window.history.back();
    expect(await chip('Ulm')).toBeVisible();
  });

  test('is removed by Reset filters', async () => {
    mockSearch();
    const { user } = await renderApp('/?place=Ulm');
    await user.click(await screen.findByRole('button', { name: 'Reset filters' }));
    expect(query()).toBe('');
  });

  test.each([
    ['Halle%252FSaale/S%C3%BCd%2525', { city: 'Halle/Saale', district: 'Süd%' }, 'Süd%, Halle/Saale'],
    ['Frankfurt+am+Main', { city: 'Frankfurt am Main', district: null }, 'Frankfurt am Main'],
  ])('%s is kept in the URL', async (place, expected, name) => {
    const requests = mockSearch();
    const { user } = await renderApp(`/?place=${place}`);
    await chip(name);
    expect(requests[0]?.place).toEqual(expected);
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    expect(window.location.search).toBe(`?place=${place}&unitTypes=HOUSE`);
  });

  test.each(['', '/', '-', 'Ulm/', '/Mitte', 'Ulm/Mitte/Nord', 'x'.repeat(101), 'a%00'])(
    '%j is invalid and does not filter the search',
    async (place) => {
      const requests = mockSearch();
      await renderApp(`/?place=${place}`);
      await waitFor(() => expect(requests.length).toBeGreaterThan(0));
      expect(requests[0]).not.toHaveProperty('place');
      expect(main().queryByRole('button', { name: /^Remove the place/ })).not.toBeInTheDocument();
    },
  );

  test('without results can be removed by a relaxed search', async () => {
    mockSearch();
    const { user } = await renderApp('/?place=M%C3%BCnchen/Schwabing&keyword=nothing');
    await user.click(await screen.findByRole('button', { name: 'Without “Schwabing, München”: 11 results' }));
    expect(query()).toBe('?keyword=nothing');
  });
});

describe('typed text', () => {
  test('that is the exact name of a place becomes a filter', async () => {
    const requests = mockSearch();
    const exact = mockExactPlaces({ Munich: [munich] });
    const { user } = await renderApp('/?keyword=Balkon&priceMax=500');
    await user.clear(keyword());
    await user.type(keyword(), ' Munich {Enter}');
    expect(await chip('München')).toBeVisible();
    expect(query()).toBe('?place=München&priceMax=500');
    expect(keyword()).toHaveValue('');
    expect(exact).toEqual(['Munich']);
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({ place: { city: 'München', district: null } }),
    );
    await user.type(keyword(), 'Balkon{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=Balkon&place=München&priceMax=500'));
  });

  test('in the header becomes a filter, too', async () => {
    mockSearch();
    mockExactPlaces({ Munich: [munich] });
    const { user } = await renderApp('/');
    await user.type(within(screen.getByRole('banner')).getByRole('combobox'), 'Munich{Enter}');
    expect(await chip('München')).toBeVisible();
    expect(query()).toBe('?place=München');
  });

  test.each([
    ['a district of one city alone', [neustadt], '?place=Dresden/Neustadt'],
    ['a city before its namesakes', [munich, neustadt], '?place=München'],
    ['districts of two cities', [neustadt, { ...neustadt, city: 'Hamburg' }], '?keyword=Ort'],
    ['no place', [], '?keyword=Ort'],
  ])('that names %s searches correctly (%#)', async (_, places, expected) => {
    mockSearch();
    mockExactPlaces({ Ort: places });
    const { user } = await renderApp('/');
    await user.type(keyword(), 'Ort{Enter}');
    await waitFor(() => expect(query()).toBe(expected));
  });

  test('is a keyword when the request for places fails', async () => {
    mockSearch();
    server.use(http.get('*/api/v1/listings/suggest', () => failure(503, 'exception.server.unavailable')));
    const { user } = await renderApp('/');
    await user.type(keyword(), 'Munich{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=Munich'));
  });

  test('is a keyword when the request for places times out, and a late response is ignored', async () => {
    mockSearch();
    let respond = () => undefined as void;
    server.use(
      http.get('*/api/v1/listings/suggest', async ({ request }) => {
        if (new URL(request.url).searchParams.has('exact')) {
          await new Promise<void>((resolve) => (respond = resolve));
        }
        return HttpResponse.json<PlaceListEnvelope>({ payload: [munich] });
      }),
    );
    const { user } = await renderApp('/');
    await user.type(keyword(), 'Munich{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=Munich'), { timeout: 3_000 });
    respond();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(query()).toBe('?keyword=Munich');
  });

  test('that is the current keyword stays a keyword', async () => {
    mockSearch();
    const exact = mockExactPlaces({ Munich: [munich] });
    const { user } = await renderApp('/?keyword=Munich');
    await user.type(screen.getByLabelText('Total rent up to (€)'), '500{Enter}');
    expect(query()).toBe('?keyword=Munich&priceMax=500');
    expect(exact).toEqual([]);
  });

  function mockPendingPlaces(payload: PlaceResponse[]) {
    const answer = pendingResponse(() => HttpResponse.json<PlaceListEnvelope>({ payload }));
    server.use(http.get('*/api/v1/listings/suggest', answer.resolver));
    return answer.respond;
  }

  test.each([
    ['a place', [munich], '?place=München&priceMax=500'],
    ['a keyword', [], '?keyword=Munich&priceMax=500'],
  ])('keeps what is typed while it is found to be %s', async (_, places, expected) => {
    mockSearch();
    const respond = mockPendingPlaces(places);
    const { user } = await renderApp('/?keyword=Balkon');
    const rent = screen.getByLabelText('Total rent up to (€)');
    await user.type(rent, '500');
    await user.clear(keyword());
    await user.type(keyword(), 'Munich{Enter}');
    // At once, because the search waits for a second only.
    await user.paste(' West');
    rent.focus();
    await user.paste('0');
    respond();
    await waitFor(() => expect(query()).toBe(expected));
    expect(keyword()).toHaveValue('Munich West');
    expect(rent).toHaveValue('5000');
    window.history.back();
    await waitFor(() => expect(keyword()).toHaveValue('Balkon'));
    expect(rent).toHaveValue('');
  });

  test('typed during a search is replaced by Back, also if the search left the keyword as it was', async () => {
    mockSearch();
    const respond = mockPendingPlaces([munich]);
    const { user } = await renderApp('/?keyword=Balkon');
    await user.click(await screen.findByRole('button', { name: 'Reset filters' }));
    expect(keyword()).toHaveValue('');
    await user.type(keyword(), 'Munich{Enter}');
    // At once, because the search waits for a second only.
    await user.paste(' West');
    respond();
    await waitFor(() => expect(query()).toBe('?place=München'));
    expect(keyword()).toHaveValue('Munich West');
    window.history.go(-2);
    await waitFor(() => expect(query()).toBe('?keyword=Balkon'));
    await waitFor(() => expect(keyword()).toHaveValue('Balkon'));
  });

  test('keeps filters that change during the request for places', async () => {
    mockSearch();
    const respond = mockPendingPlaces([munich]);
    const { user } = await renderApp('/');
    await user.click(keyword());
    await user.paste('Munich');
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    respond();
    await waitFor(() => expect(query()).toBe('?place=München&unitTypes=HOUSE'));
  });
});

describe('after a search', () => {
  function mockHeadingAt(top: number) {
    const scroll = vi.fn<(options: ScrollIntoViewOptions) => void>();
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element, options) {
      if (this.id === 'result-count' && typeof options === 'object') scroll(options);
    });
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
      () => new DOMRect(0, top, 300, 40),
    );
    return scroll;
  }

  test.each([
    [2_000, 1],
    [-500, 1],
    [300, 0],
  ])('with its heading at %i px, the page scrolls to it %i times', async (top, times) => {
    mockSearch();
    const { user } = await renderApp('/');
    await screen.findAllByRole('article');
    const scroll = mockHeadingAt(top);
    await user.type(screen.getByLabelText('Total rent up to (€)'), '500{Enter}');
    expect(query()).toBe('?priceMax=500');
    expect(scroll).toHaveBeenCalledTimes(times);
  });

  function mockMedia(query: string) {
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      media.includes(query) ? ({ matches: true } as MediaQueryList) : real(media),
    );
  }

  test.each([
    [300, 1],
    [120, 0],
  ])('on a phone with its heading at %i px, the page scrolls to it %i times', async (top, times) => {
    mockSearch();
    const { user } = await renderApp('/');
    await screen.findAllByRole('article');
    const scroll = mockHeadingAt(top);
    await user.type(screen.getByLabelText('Total rent up to (€)'), '500');
    mockMedia('max-width: 767px');
    await user.keyboard('{Enter}');
    expect(query()).toBe('?priceMax=500');
    expect(scroll).toHaveBeenCalledTimes(times);
  });

  test('the heading gets the focus on a touch screen, which closes the keyboard', async () => {
    mockSearch();
    const { user } = await renderApp('/');
    await screen.findAllByRole('article');
    await user.type(screen.getByLabelText('Total rent up to (€)'), '500');
    mockMedia('coarse');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('heading', { name: '11 results' })).toHaveFocus();
  });
});

describe('best match first', () => {
  test('switches to relevance and back', async () => {
    const requests = mockSearch();
    const { user } = await renderApp('/?keyword=Balkon&place=Ulm');
    const best = await main().findByRole('button', { name: 'Best match first' });
    expect(best).toHaveAttribute('aria-pressed', 'false');
    await user.click(best);
    expect(query()).toBe('?keyword=Balkon&place=Ulm&sort=relevance');
    expect(best).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ sortField: 'relevance' }));
    await user.click(best);
    expect(query()).toBe('?keyword=Balkon&place=Ulm');
  });

  test('is not offered without a keyword', async () => {
    mockSearch();
    await renderApp('/?place=Ulm');
    await chip('Ulm');
    expect(main().queryByRole('button', { name: 'Best match first' })).not.toBeInTheDocument();
  });
});
