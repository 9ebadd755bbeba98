import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { PlaceListEnvelope, PlaceResponse, SearchListingsRequest } from '../api/generatedStart';
import { listing } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const munich: PlaceResponse = { city: 'München', district: null, count: 11 };
const neustadt: PlaceResponse = { city: 'Dresden', district: 'Neustadt', count: 4 };

function playSearch(total = 11) {
  const asked: SearchListingsRequest[] = [];
  server.use(
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      const body = await request.json();
      asked.push(body);
      const found = body.place && body.keyword === 'nothing' ? 0 : total;
      const payload = found > 0 ? [listing()] : [];
      return HttpResponse.json({ payload, totalPages: 1, totalSize: found, facets: null });
    }),
  );
  return asked;
}

/** Answers which places are named in full by what was typed, and keeps what was asked. */
function playExact(places: Record<string, PlaceResponse[]>) {
  const asked: (string | null)[] = [];
  server.use(
    http.get('*/api/v1/listings/suggest', ({ request }) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.get('exact') !== 'true') return HttpResponse.json<PlaceListEnvelope>({ payload: [] });
      const q = searchParams.get('q');
      asked.push(q);
      return HttpResponse.json<PlaceListEnvelope>({ payload: places[q ?? ''] ?? [] });
    }),
  );
  return asked;
}

const main = () => within(screen.getByRole('main'));
const keyword = () => main().getByRole('combobox', { name: 'City, district or keyword' });
const chip = (name: string) => main().findByRole('button', { name: `Remove the place: ${name}` });
const query = () => decodeURI(window.location.search);

describe('a place', () => {
  test('of the address is searched in, beside the keyword, and shown as a chip', async () => {
    const asked = playSearch();
    await renderApp('/?place=M%C3%BCnchen/Schwabing&keyword=Balkon');
    expect(await chip('Schwabing, München')).toHaveTextContent('Schwabing, München');
    expect(keyword()).toHaveValue('Balkon');
    expect(asked[0]).toMatchObject({
      place: { city: 'München', district: 'Schwabing' },
      keyword: 'Balkon',
    });
  });

  test('counts within itself beside the filters, too', async () => {
    const asked = playSearch();
    await renderApp('/?place=Ulm');
    await chip('Ulm');
    await waitFor(() =>
      expect(asked.filter((body) => body.facets)).toMatchObject([{ place: { city: 'Ulm', district: null } }]),
    );
  });

  test('is removed by its chip alone; the heading has the focus then, and Back brings it again', async () => {
    const asked = playSearch();
    const { user } = await renderApp('/?place=Ulm&keyword=Balkon&page=0');
    await user.click(await chip('Ulm'));
    expect(query()).toBe('?keyword=Balkon');
    expect(screen.getByRole('heading', { name: '11 results' })).toHaveFocus();
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ keyword: 'Balkon' }));
    expect(asked.at(-1)).not.toHaveProperty('place');
    window.history.back();
    expect(await chip('Ulm')).toBeVisible();
  });

  test('goes with the other filters when all are reset', async () => {
    playSearch();
    const { user } = await renderApp('/?place=Ulm');
    await user.click(await screen.findByRole('button', { name: 'Reset filters' }));
    expect(query()).toBe('');
  });

  test.each([
    ['Halle%252FSaale/S%C3%BCd%2525', { city: 'Halle/Saale', district: 'Süd%' }, 'Süd%, Halle/Saale'],
    ['Frankfurt+am+Main', { city: 'Frankfurt am Main', district: null }, 'Frankfurt am Main'],
  ])('%s survives the address', async (place, expected, name) => {
    const asked = playSearch();
    const { user } = await renderApp(`/?place=${place}`);
    await chip(name);
    expect(asked[0]?.place).toEqual(expected);
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    expect(window.location.search).toBe(`?place=${place}&unitTypes=HOUSE`);
  });

  test.each(['', '/', '-', 'Ulm/', '/Mitte', 'Ulm/Mitte/Nord', 'x'.repeat(101), 'a%00'])(
    '%j is no place, and is not searched in',
    async (place) => {
      const asked = playSearch();
      await renderApp(`/?place=${place}`);
      await waitFor(() => expect(asked.length).toBeGreaterThan(0));
      expect(asked[0]).not.toHaveProperty('place');
      expect(main().queryByRole('button', { name: /^Remove the place/ })).not.toBeInTheDocument();
    },
  );

  test('in which nothing is found can be let go of', async () => {
    playSearch();
    const { user } = await renderApp('/?place=M%C3%BCnchen/Schwabing&keyword=nothing');
    await user.click(await screen.findByRole('button', { name: 'Without “Schwabing, München”: 11 results' }));
    expect(query()).toBe('?keyword=nothing');
  });
});

describe('typed text', () => {
  test('that is the whole name of a place counts as chosen', async () => {
    const asked = playSearch();
    const exact = playExact({ Munich: [munich] });
    const { user } = await renderApp('/?keyword=Balkon&priceMax=500');
    await user.clear(keyword());
    await user.type(keyword(), ' Munich {Enter}');
    expect(await chip('München')).toBeVisible();
    expect(query()).toBe('?place=München&priceMax=500');
    expect(keyword()).toHaveValue('');
    expect(exact).toEqual(['Munich']);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ place: { city: 'München', district: null } }));
    await user.type(keyword(), 'Balkon{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=Balkon&place=München&priceMax=500'));
  });

  test('counts as chosen in the header as well', async () => {
    playSearch();
    playExact({ Munich: [munich] });
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
  ])('that names %s: %#', async (_, places, expected) => {
    playSearch();
    playExact({ Ort: places });
    const { user } = await renderApp('/');
    await user.type(keyword(), 'Ort{Enter}');
    await waitFor(() => expect(query()).toBe(expected));
  });

  test('is a keyword when nobody can say whether it is a place', async () => {
    playSearch();
    server.use(http.get('*/api/v1/listings/suggest', () => failure(503, 'exception.server.unavailable')));
    const { user } = await renderApp('/');
    await user.type(keyword(), 'Munich{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=Munich'));
  });

  test('is a keyword when that takes too long, and a late answer changes nothing', async () => {
    playSearch();
    let answer = () => undefined as void;
    server.use(
      http.get('*/api/v1/listings/suggest', async ({ request }) => {
        if (new URL(request.url).searchParams.has('exact')) {
          await new Promise<void>((resolve) => (answer = resolve));
        }
        return HttpResponse.json<PlaceListEnvelope>({ payload: [munich] });
      }),
    );
    const { user } = await renderApp('/');
    await user.type(keyword(), 'Munich{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=Munich'), { timeout: 3_000 });
    answer();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(query()).toBe('?keyword=Munich');
  });

  test('that was searched for already stays a keyword', async () => {
    playSearch();
    const exact = playExact({ Munich: [munich] });
    const { user } = await renderApp('/?keyword=Munich');
    await user.type(screen.getByLabelText('Total rent up to (€)'), '500{Enter}');
    expect(query()).toBe('?keyword=Munich&priceMax=500');
    expect(exact).toEqual([]);
  });

  test('does not undo what is chosen while it is asked for', async () => {
    playSearch();
    let answer = () => undefined as void;
    server.use(
      http.get('*/api/v1/listings/suggest', async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return HttpResponse.json<PlaceListEnvelope>({ payload: [munich] });
      }),
    );
    const { user } = await renderApp('/');
    await user.click(keyword());
    await user.paste('Munich');
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    answer();
    await waitFor(() => expect(query()).toBe('?place=München&unitTypes=HOUSE'));
  });
});

describe('after a search', () => {
  function placeHeading(top: number) {
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
  ])('the heading of the results at %i px is brought into view %i times', async (top, times) => {
    playSearch();
    const { user } = await renderApp('/');
    await screen.findAllByRole('article');
    const scroll = placeHeading(top);
    await user.type(screen.getByLabelText('Total rent up to (€)'), '500{Enter}');
    expect(query()).toBe('?priceMax=500');
    expect(scroll).toHaveBeenCalledTimes(times);
  });

  test('the focus follows on a touch screen, and the keyboard goes', async () => {
    playSearch();
    const { user } = await renderApp('/');
    await screen.findAllByRole('article');
    await user.type(screen.getByLabelText('Total rent up to (€)'), '500');
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      media.includes('coarse') ? ({ matches: true } as MediaQueryList) : real(media),
    );
    await user.keyboard('{Enter}');
    expect(screen.getByRole('heading', { name: '11 results' })).toHaveFocus();
  });
});

describe('the best match first', () => {
  test('is one click beside the count of a keyword, and another one leads back', async () => {
    const asked = playSearch();
    const { user } = await renderApp('/?keyword=Balkon&place=Ulm');
    const best = await main().findByRole('button', { name: 'Best match first' });
    expect(best).toHaveAttribute('aria-pressed', 'false');
    await user.click(best);
    expect(query()).toBe('?keyword=Balkon&place=Ulm&sort=relevance');
    expect(best).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ sortField: 'relevance' }));
    await user.click(best);
    expect(query()).toBe('?keyword=Balkon&place=Ulm');
  });

  test('is not offered without a keyword', async () => {
    playSearch();
    await renderApp('/?place=Ulm');
    await chip('Ulm');
    expect(main().queryByRole('button', { name: 'Best match first' })).not.toBeInTheDocument();
  });
});
