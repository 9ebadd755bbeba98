import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { SavedSearchResponse } from '../../../api/generated';
import { expectToast } from '../../../testing/expectToast';
import { savedSearch } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { recordBodies } from '../../../testing/recordBodies';
import { recordRequests } from '../../../testing/recordRequests';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const api = '/api/v1/saved-searches';
const { externalId: id } = savedSearch();
const list = (...payload: SavedSearchResponse[]) =>
  server.use(http.get(`*${api}`, () => HttpResponse.json({ payload })));
const open = (language: 'en-US' | 'de-DE' = 'en-US') =>
  renderApp('/saved-searches', { role: 'STUDENT', language });
const findCard = async (name = savedSearch().name) => within(await screen.findByRole('article', { name }));
const heading = () => screen.getByRole('heading', { level: 1, name: 'Saved Searches' });

describe('the list', () => {
  test('shows name, filters and new listings, and leads to the search', async () => {
    list(
      savedSearch({ newCount: 3 }),
      savedSearch({
        externalId: 'all',
        name: 'Everything',
        filters: { ...savedSearch().filters, place: null, unitTypes: [], price: { min: null, max: null } },
      }),
    );
    await open();
    expect(await screen.findByRole('heading', { name: '2 saved searches' })).toBeVisible();
    const card = await findCard();
    expect(card.getByText('3 new')).toBeVisible();
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Köln',
      'Room',
      'total rent up to €400',
    ]);
    expect(card.getByRole('link', { name: 'Open: Room in Köln' })).toHaveAttribute(
      'href',
      '/?place=K%C3%B6ln&unitTypes=ROOM&priceMax=400&sort=dateCreated',
    );
    const all = await findCard('Everything');
    expect(all.getByRole('listitem')).toHaveTextContent('All listings');
    expect(all.queryByText(/ new$/)).not.toBeInTheDocument();
    expect(all.getByRole('link', { name: 'Open: Everything' })).toHaveAttribute('href', '/');
  });

  test('is empty at first', async () => {
    await open();
    expect(await screen.findByText('No saved searches yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the search' })).toHaveAttribute('href', '/');
  });

  test('shows that it is loading, and can be requested again after a failure', async () => {
    let respond: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      respond = resolve;
    });
    server.use(
      http.get(`*${api}`, async () => {
        await isAsked;
        return failure(503, 'exception.server.unavailable');
      }),
    );
    const { user } = await open();
    expect(await screen.findByRole('img', { name: /^Loading/ })).toBeVisible();
    respond();
    const alert = within(await screen.findByRole('alert'));
    list(savedSearch());
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    await findCard();
  });

  test('says that 20 are the maximum', async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => savedSearch({ externalId: `search-${index}` }));
    list(...twenty);
    await open();
    expect(await screen.findByRole('note')).toHaveTextContent('You can have at most 20 saved searches.');
  });

  test('has German texts', async () => {
    list(savedSearch({ newCount: 1 }));
    await open('de-DE');
    const card = await findCard();
    expect(card.getByText('1 neu')).toBeVisible();
    expect(card.getByText('Warmmiete bis 400 €')).toBeVisible();
    expect(card.getByRole('link', { name: 'Öffnen: Room in Köln' })).toBeVisible();
  });

  test('opens a search, whose new listings are seen then', async () => {
    list(savedSearch({ newCount: 3 }));
    const seen = recordRequests('post', `${api}/:id/seen`);
    const { user } = await open();
    await user.click((await findCard()).getByRole('link', { name: 'Open: Room in Köln' }));
    await waitFor(() => expect(seen).toHaveLength(1));
    expect(window.location.search).toBe('?place=K%C3%B6ln&unitTypes=ROOM&priceMax=400&sort=dateCreated');
  });
});

describe('the frequency', () => {
  const select = async () => (await findCard()).getByLabelText('Email about new listings');

  test('changes at once, with the filters as they are', async () => {
    list(savedSearch());
    const bodies = recordBodies('put', `${api}/${id}`, () => {
      list(savedSearch({ frequency: 'NEVER' }));
      return HttpResponse.json({ payload: savedSearch({ frequency: 'NEVER' }) });
    });
    const { user } = await open();
    expect(await select()).toHaveDisplayValue('Daily');
    await user.selectOptions(await select(), 'No email');
    expect(await select()).toHaveDisplayValue('No email');
    const { name, filters } = savedSearch();
    await waitFor(() => expect(bodies).toEqual([{ name, filters, frequency: 'NEVER' }]));
    expect(await select()).toHaveDisplayValue('No email');
  });

  test('is as before after a failure', async () => {
    list(savedSearch());
    server.use(http.put(`*${api}/:id`, () => failure(503, 'exception.server.unavailable')));
    const { user } = await open();
    await user.selectOptions(await select(), 'Weekly');
    await expectToast(user, 'The service cannot be reached right now. Please try again in a moment.');
    expect(await select()).toHaveDisplayValue('Daily');
  });
});

describe('editing', () => {
  async function openDialog() {
    list(savedSearch());
    const app = await open();
    await app.user.click((await findCard()).getByRole('button', { name: 'Edit: Room in Köln' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Edit saved search' })) };
  }

  test('changes the name and keeps the filters', async () => {
    const bodies = recordBodies('put', `${api}/${id}`, () =>
      HttpResponse.json({ payload: savedSearch({ name: 'Flatshare' }) }),
    );
    const { user, dialog } = await openDialog();
    expect(dialog.queryByLabelText('Save as')).not.toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), ' Flatshare ');
    list(savedSearch({ name: 'Flatshare' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expectToast(user, '“Flatshare” has been saved.');
    const { filters, frequency } = savedSearch();
    expect(bodies).toEqual([{ name: 'Flatshare', filters, frequency }]);
    await findCard('Flatshare');
  });

  test('says in the dialog why it failed', async () => {
    server.use(http.put(`*${api}/:id`, () => failure(404, 'exception.saved-search.not-found')));
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This saved search no longer exists.')).toBeVisible();
  });
});

describe('a search that another device has changed', () => {
  const newer = savedSearch({ name: 'Anywhere', filters: { ...savedSearch().filters, place: null } });
  const record = () => recordBodies('put', `${api}/${id}`, () => HttpResponse.json({ payload: newer }));

  test('keeps its name and filters when the frequency changes', async () => {
    list(savedSearch());
    const bodies = record();
    const { user } = await open();
    const card = await findCard();
    list(newer);
    await user.selectOptions(card.getByLabelText('Email about new listings'), 'No email');
    await waitFor(() =>
      expect(bodies).toEqual([{ name: 'Anywhere', filters: newer.filters, frequency: 'NEVER' }]),
    );
  });

  test('keeps its filters when the name changes', async () => {
    list(savedSearch());
    const bodies = record();
    const { user } = await open();
    await user.click((await findCard()).getByRole('button', { name: 'Edit: Room in Köln' }));
    list(newer);
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(bodies).toEqual([{ name: 'Room in Köln', filters: newer.filters, frequency: 'DAILY' }]),
    );
  });

  test('is not changed while its present filters cannot be read', async () => {
    list(savedSearch());
    const bodies = record();
    const { user } = await open();
    await user.click((await findCard()).getByRole('button', { name: 'Edit: Room in Köln' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit saved search' }));
    server.use(http.get(`*${api}`, () => failure(503, 'exception.server.unavailable')));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/The service cannot be reached right now/)).toBeVisible();
    expect(bodies).toEqual([]);
    list(newer);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
  });
});

describe('deleting', () => {
  async function openDialog() {
    list(savedSearch());
    const app = await open();
    await app.user.click((await findCard()).getByRole('button', { name: 'Delete: Room in Köln' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Delete this search?' })) };
  }

  test('asks first, and the focus moves to the heading', async () => {
    const { user, dialog } = await openDialog();
    const requests = recordRequests('delete', `${api}/:id`);
    list();
    await user.click(dialog.getByRole('button', { name: 'Delete search' }));
    expect(await screen.findByText('“Room in Köln” has been deleted.')).toBeVisible();
    expect(await screen.findByText('No saved searches yet')).toBeVisible();
    await waitFor(() => expect(heading()).toHaveFocus());
    expect(requests).toEqual([expect.stringContaining(id)]);
  });

  test('can be cancelled', async () => {
    const requests = recordRequests('delete', `${api}/:id`);
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await findCard();
    expect(requests).toEqual([]);
  });

  test('says in the dialog why it failed', async () => {
    const { user, dialog } = await openDialog();
    server.use(http.delete(`*${api}/:id`, () => failure(503, 'exception.server.unavailable')));
    await user.click(dialog.getByRole('button', { name: 'Delete search' }));
    expect(await dialog.findByText(/The service cannot be reached right now\./)).toBeVisible();
  });
});
