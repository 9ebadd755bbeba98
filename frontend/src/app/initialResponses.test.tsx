import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toRequest, parseFilters } from '../features/search/searchFilters';
import { listing, publicSettings } from '../testing/fixtures';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

/** The requests to the API, by method and path. */
let requests: string[] = [];
const record = ({ request }: { request: Request }) => {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/api/')) requests.push(`${request.method} ${pathname}`);
};
const search = 'POST /api/v1/listings/search';

beforeEach(() => {
  requests = [];
  server.events.on('request:start', record);
});
afterEach(() => {
  server.events.removeListener('request:start', record);
  document.getElementById('initial-responses')?.remove();
});

function embedResponses(text: string): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'initial-responses';
  element.textContent = text;
  document.body.append(element);
}

const settings = { operation: 'getPublicSettings', data: { payload: publicSettings } };
const results = (query: string) => ({
  operation: 'searchListings',
  argument: { searchListingsRequest: toRequest(parseFilters(new URLSearchParams(query))) },
  data: { payload: [listing({ title: 'From the page' })], totalPages: 1, totalSize: 1, facets: null },
});
const detail = { operation: 'getListing', argument: { id: '7' }, data: { payload: listing() } };

describe('home', () => {
  test('renders the embedded results of its URL without a request', async () => {
    embedResponses(JSON.stringify([settings, results('keyword=balkon&page=0')]));
    await renderApp('/?keyword=balkon&page=0');
    expect(screen.getByRole('link', { name: 'From the page' })).toBeVisible();
    expect(screen.queryByRole('img', { name: /loading/i })).not.toBeInTheDocument();
    // The only request is for the facets.
    await waitFor(() => expect(requests).toEqual([search]));
  });

  test('renders the first row at once, and all cards when the page is idle', async () => {
    const page = results('');
    const many = Array.from({ length: 12 }, (_, index) => listing({ externalId: `${index}` }));
    embedResponses(JSON.stringify([settings, { ...page, data: { ...page.data, payload: many } }]));
    await renderApp('/');
    expect(screen.getAllByRole('article').length).toBeLessThan(12);
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
  });

  test('renders the cards below the first row a few at a time', async () => {
    const waiting = new Map<number, () => void>();
    vi.stubGlobal('requestIdleCallback', (call: () => void) => {
      const handle = waiting.size + 1;
      waiting.set(handle, call);
      return handle;
    });
    vi.stubGlobal('cancelIdleCallback', (handle: number) => waiting.set(handle, () => undefined));
    const page = results('');
    const many = Array.from({ length: 12 }, (_, index) => listing({ externalId: `${index}` }));
    embedResponses(JSON.stringify([settings, { ...page, data: { ...page.data, payload: many } }]));
    await renderApp('/');
    const counts = [screen.getAllByRole('article').length];
    let called = 0;
    while (counts.at(-1) !== 12 && called < waiting.size) {
      const calls = [...waiting.values()].slice(called);
      called += calls.length;
      await act(async () => calls.forEach((call) => call()));
      counts.push(screen.getAllByRole('article').length);
    }
    expect(counts.at(-1)).toBe(12);
    for (const [index, count] of counts.slice(1).entries()) {
      expect(count - (counts[index] ?? 0)).toBeLessThanOrEqual(3);
    }
  });

  test('sends a request for another search', async () => {
    embedResponses(JSON.stringify([settings, results('')]));
    const { user } = await renderApp('/');
    expect(screen.getByRole('link', { name: 'From the page' })).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /House/ }));
    expect(await screen.findByRole('link', { name: 'Helles Zimmer mit Blick ins Grüne' })).toBeVisible();
  });

  test('requests its results when those of another URL are embedded', async () => {
    embedResponses(JSON.stringify([settings, results('page=3')]));
    await renderApp('/');
    expect(await screen.findByRole('link', { name: 'Helles Zimmer mit Blick ins Grüne' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'From the page' })).not.toBeInTheDocument();
  });

  test('requests everything when the embedded responses are invalid', async () => {
    embedResponses('[{');
    await renderApp('/');
    expect(await screen.findByRole('link', { name: 'Helles Zimmer mit Blick ins Grüne' })).toBeVisible();
    expect(requests).toContain('GET /api/v1/settings/public');
  });
});

describe('a listing', () => {
  test('renders the embedded listing without a request and counts one view', async () => {
    embedResponses(JSON.stringify([settings, detail]));
    await renderApp('/listing/7');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(listing().title);
    await waitFor(() => expect(requests).toEqual(['POST /api/v1/listings/7/views']));
  });

  test('requests the listing for a logged-in user', async () => {
    embedResponses(JSON.stringify([settings, detail]));
    await renderApp('/listing/7', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(listing().title);
    expect(requests).toContain('GET /api/v1/listings/7');
    expect(requests).not.toContain('POST /api/v1/listings/7/views');
  });
});
