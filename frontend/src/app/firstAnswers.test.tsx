import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toRequest, parseFilters } from '../features/listings/search/searchFilters';
import { listing, publicSettings } from '../testing/fixtures';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

/** What the app asks of the API, by method and path. */
let asked: string[] = [];
const record = ({ request }: { request: Request }) => {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/api/')) asked.push(`${request.method} ${pathname}`);
};
const search = 'POST /api/v1/listings/search';

beforeEach(() => {
  asked = [];
  server.events.on('request:start', record);
});
afterEach(() => {
  server.events.removeListener('request:start', record);
  document.getElementById('first-answers')?.remove();
});

function writeAnswers(text: string): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'first-answers';
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
  test('with the results of its address draws them without a request', async () => {
    writeAnswers(JSON.stringify([settings, results('keyword=balkon&page=0')]));
    await renderApp('/?keyword=balkon&page=0');
    expect(screen.getByRole('link', { name: 'From the page' })).toBeVisible();
    expect(screen.queryByRole('img', { name: /loading/i })).not.toBeInTheDocument();
    // The one request is for the counts beside the filters.
    await waitFor(() => expect(asked).toEqual([search]));
  });

  test('draws the first row at once, and all cards when the page is idle', async () => {
    const page = results('');
    const many = Array.from({ length: 12 }, (_, index) => listing({ externalId: `${index}` }));
    writeAnswers(JSON.stringify([settings, { ...page, data: { ...page.data, payload: many } }]));
    await renderApp('/');
    expect(screen.getAllByRole('article').length).toBeLessThan(12);
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
  });

  test('sends a request for another search', async () => {
    writeAnswers(JSON.stringify([settings, results('')]));
    const { user } = await renderApp('/');
    expect(screen.getByRole('link', { name: 'From the page' })).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /House/ }));
    expect(await screen.findByRole('link', { name: 'Helles Zimmer mit Blick ins Grüne' })).toBeVisible();
  });

  test('with the results of another address asks for its own', async () => {
    writeAnswers(JSON.stringify([settings, results('page=3')]));
    await renderApp('/');
    expect(await screen.findByRole('link', { name: 'Helles Zimmer mit Blick ins Grüne' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'From the page' })).not.toBeInTheDocument();
  });

  test('with answers that cannot be read asks for everything', async () => {
    writeAnswers('[{');
    await renderApp('/');
    expect(await screen.findByRole('link', { name: 'Helles Zimmer mit Blick ins Grüne' })).toBeVisible();
    expect(asked).toContain('GET /api/v1/settings/public');
  });
});

describe('a listing', () => {
  test('that came with its page is drawn without a request, and its view is counted once', async () => {
    writeAnswers(JSON.stringify([settings, detail]));
    await renderApp('/listing/7');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(listing().title);
    await waitFor(() => expect(asked).toEqual(['POST /api/v1/listings/7/views']));
  });

  test('is asked for by a user who is logged in, to whom it may be another', async () => {
    writeAnswers(JSON.stringify([settings, detail]));
    await renderApp('/listing/7', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(listing().title);
    expect(asked).toContain('GET /api/v1/listings/7');
    expect(asked).not.toContain('POST /api/v1/listings/7/views');
  });
});
