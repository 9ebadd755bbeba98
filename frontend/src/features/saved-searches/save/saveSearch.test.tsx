import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { Role, SavedSearchResponse } from '../../../api/generated';
import { expectToast } from '../../../testing/expectToast';
import { savedSearch } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { pendingResponse } from '../../../testing/pendingResponse';
import { recordBodies } from '../../../testing/recordBodies';
import { recordRequests } from '../../../testing/recordRequests';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const filtered = '/?place=Leipzig&unitTypes=ROOM&priceMax=400';
/** The same filters as `savedSearch()`, in another order and on another page. */
const saved = '/?page=1&unitTypes=ROOM&priceMax=400&place=K%C3%B6ln&sort=totalRent';
const api = '/api/v1/saved-searches';

const list = (...payload: SavedSearchResponse[]) =>
  server.use(http.get(`*${api}`, () => HttpResponse.json({ payload })));
const created = () => HttpResponse.json({ payload: savedSearch() }, { status: 201 });
const noResults = () =>
  server.use(
    http.post('*/api/v1/listings/search', () =>
      HttpResponse.json({ payload: [], totalPages: 0, totalSize: 0, facets: null }),
    ),
  );
const findButton = (name = 'Save search') => screen.findByRole('button', { name });
const findDialog = async (name = 'Save search') => within(await screen.findByRole('dialog', { name }));

describe('a student', () => {
  async function openDialog(url = filtered) {
    const app = await renderApp(url, { role: 'STUDENT' });
    await app.user.click(await findButton());
    return { ...app, dialog: await findDialog() };
  }

  test('saves the search under the proposed name', async () => {
    const bodies = recordBodies('post', api, created);
    const { user, dialog } = await openDialog();
    expect(dialog.getByLabelText('Name')).toHaveValue('Room in Leipzig up to €400');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expectToast(user, '“Room in Leipzig up to €400” has been saved.');
    expect(bodies).toEqual([
      {
        name: 'Room in Leipzig up to €400',
        frequency: 'IMMEDIATELY',
        filters: {
          keyword: null,
          place: { city: 'Leipzig', district: null },
          unitTypes: ['ROOM'],
          price: { min: null, max: 400 },
          area: { min: null, max: null },
        },
      },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('chooses name and frequency by keyboard, and the focus returns to the button', async () => {
    const bodies = recordBodies('post', api, created);
    const { user } = await renderApp(filtered, { role: 'STUDENT' });
    (await findButton()).focus();
    await user.keyboard('{Enter}');
    const dialog = await findDialog();
    const name = dialog.getByLabelText('Name');
    name.focus();
    await user.clear(name);
    await user.keyboard('Near the lake');
    await user.selectOptions(dialog.getByLabelText('Email about new listings'), 'Weekly');
    name.focus();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(bodies).toEqual([expect.objectContaining({ name: 'Near the lake', frequency: 'WEEKLY' })]),
    );
    await waitFor(async () => expect(await findButton()).toHaveFocus());
  });

  test('needs a name', async () => {
    const bodies = recordBodies('post', api, created);
    const { user, dialog } = await openDialog();
    await user.clear(dialog.getByLabelText('Name'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This field is required')).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveFocus();
    expect(bodies).toEqual([]);
  });

  test('is told in the dialog why a search cannot be saved', async () => {
    server.use(http.post(`*${api}`, () => failure(409, 'exception.saved-search.too-many')));
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/You can have at most 20 saved searches\./)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  test('with 20 saved searches is told first to replace one', async () => {
    list(
      ...Array.from({ length: 20 }, (_, index) =>
        savedSearch({ externalId: `search-${index}`, name: `Search ${index}` }),
      ),
    );
    const { user, dialog } = await openDialog();
    expect(
      await dialog.findByText('You can have at most 20 saved searches. Replace one that you no longer need.'),
    ).toBeVisible();
    const bodies = recordBodies('put', `${api}/search-3`, created);
    await user.selectOptions(dialog.getByLabelText('Save as'), 'Replace “Search 3”');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ name: 'Search 3' })]));
  });

  test('is told why a replacement failed, not why the attempt before it did', async () => {
    list(savedSearch({ name: 'Old one' }));
    server.use(
      http.post(`*${api}`, () => failure(409, 'exception.saved-search.too-many')),
      http.put(`*${api}/:id`, () => failure(503, 'exception.server.unavailable')),
    );
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/^You can have at most 20 saved searches/)).toBeVisible();
    await user.selectOptions(await dialog.findByLabelText('Save as'), 'Replace “Old one”');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/^The service cannot be reached/)).toBeVisible();
    expect(dialog.queryByText(/^You can have at most 20 saved searches/)).not.toBeInTheDocument();
  });

  test('replaces another search, whose name and frequency are kept', async () => {
    list(savedSearch({ name: 'Old one', frequency: 'WEEKLY' }));
    const bodies = recordBodies('put', `${api}/${savedSearch().externalId}`, () =>
      HttpResponse.json({ payload: savedSearch() }),
    );
    const { user, dialog } = await openDialog();
    await user.selectOptions(await dialog.findByLabelText('Save as'), 'Replace “Old one”');
    expect(dialog.getByLabelText('Name')).toHaveValue('Old one');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expectToast(user, '“Old one” has been saved.');
    expect(bodies).toEqual([
      expect.objectContaining({
        name: 'Old one',
        frequency: 'WEEKLY',
        filters: expect.objectContaining({ place: { city: 'Leipzig', district: null } }) as unknown,
      }),
    ]);
  });

  test('sees under which name the search is saved already', async () => {
    list(savedSearch());
    const { user } = await renderApp(saved, { role: 'STUDENT' });
    await user.click(await findButton('Search saved'));
    const dialog = await findDialog('This search is already saved');
    expect(dialog.getByText(/You have saved it as “Room in Köln”\./)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Go to your saved searches' })).toHaveAttribute(
      'href',
      '/saved-searches',
    );
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test.each([0, 2])('has seen a saved search with %i new listings once it is open', async (newCount) => {
    list(savedSearch({ newCount }));
    const seen = recordRequests('post', `${api}/:id/seen`);
    noResults();
    await renderApp(saved, { role: 'STUDENT' });
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Search saved' })).toHaveLength(2));
    await waitFor(() => expect(seen).toHaveLength(1));
    expect(seen[0]).toMatch(new RegExp(`/${savedSearch().externalId}/seen$`));
  });

  test('has not seen a saved search with other filters', async () => {
    list(savedSearch({ newCount: 2, filters: { ...savedSearch().filters, amenities: ['WIFI'] } }));
    const seen = recordRequests('post', `${api}/:id/seen`);
    await renderApp(saved, { role: 'STUDENT' });
    await findButton();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen).toEqual([]);
  });

  test('has not seen a saved search whose results failed to load, until a retry shows them', async () => {
    list(savedSearch({ newCount: 2 }));
    const seen = recordRequests('post', `${api}/:id/seen`);
    const { respond, resolver } = pendingResponse(() => failure(503, 'exception.server.unavailable'));
    server.use(http.post('*/api/v1/listings/search', resolver));
    const { user } = await renderApp(saved, { role: 'STUDENT' });
    await findButton('Search saved');
    expect(seen).toEqual([]);
    respond();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(seen).toEqual([]);
    noResults();
    await user.click(retry);
    await waitFor(() => expect(seen).toHaveLength(1));
  });

  test('sees that a search was saved elsewhere when the page is shown again', async () => {
    await renderApp(saved, { role: 'STUDENT' });
    await findButton();
    list(savedSearch());
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await findButton('Search saved')).toBeVisible();
  });

  test('sees that a keyword typed with a no-break space is saved', async () => {
    list(
      savedSearch({
        filters: {
          ...savedSearch().filters,
          keyword: 'Zimmer Balkon',
          place: null,
          unitTypes: [],
          price: { min: null, max: null },
        },
      }),
    );
    await renderApp('/?keyword=Zimmer%C2%A0Balkon', { role: 'STUDENT' });
    expect(await findButton('Search saved')).toBeVisible();
  });

  test('tries once to mark a search as seen, even if that fails', async () => {
    list(savedSearch({ newCount: 2 }));
    let requests = 0;
    server.use(
      http.post(`*${api}/:id/seen`, () => {
        requests += 1;
        return failure(503, 'exception.server.unavailable');
      }),
    );
    await renderApp(saved, { role: 'STUDENT' });
    await waitFor(() => expect(requests).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toBe(1);
  });

  test('without results is offered to be notified', async () => {
    noResults();
    const bodies = recordBodies('post', api, created);
    const { user } = await renderApp(filtered, { role: 'STUDENT' });
    await user.click(await findButton('Save search and get notified'));
    await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
  });
});

test.each([
  ['/?keyword=Balkon&priceMin=200', 'Accommodation “Balkon” from €200'],
  ['/?amenities=WIFI,BALCONY&areaMin=12.5', 'Accommodation, area from 12.5\u00a0m², Wi-Fi, Balcony'],
  ['/?place=Leipzig/Connewitz&unitTypes=APARTMENT,ROOM', 'Apartment, Room in Connewitz, Leipzig'],
  [`/?keyword=${'x'.repeat(80)}`, `Accommodation “${'x'.repeat(45)}`],
])('the name proposed for %s is %s', async (url, name) => {
  const { user } = await renderApp(url);
  await user.click(await findButton());
  expect((await findDialog()).getByLabelText('Name')).toHaveValue(name);
});

test('has German texts', async () => {
  const { user } = await renderApp(filtered, { language: 'de-DE' });
  await user.click(await findButton('Suche speichern'));
  const dialog = await findDialog('Suche speichern');
  expect(dialog.getByLabelText('Name')).toHaveValue('Zimmer in Leipzig bis 400\u00a0€');
  expect(dialog.getByRole('option', { name: 'Täglich' })).toBeInTheDocument();
});

test('a search without filters cannot be saved', async () => {
  await renderApp('/', { role: 'STUDENT' });
  await screen.findByRole('button', { name: /^Save as favorite/ });
  expect(screen.queryByRole('button', { name: 'Save search' })).not.toBeInTheDocument();
});

test.each<Role>(['LANDLORD', 'ADMIN'])('%s cannot save searches, and no space is reserved', async (role) => {
  await renderApp(filtered, { role });
  await screen.findByRole('article');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('button', { name: 'Save search' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reset filters' }).nextElementSibling).toBeNull();
});
