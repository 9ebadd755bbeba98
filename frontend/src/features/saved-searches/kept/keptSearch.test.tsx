import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { mockBrowserLocks } from '../../../testing/browser/mockBrowserLocks';
import { expectToast } from '../../../testing/expectToast';
import { savedSearch } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { pendingResponse } from '../../../testing/pendingResponse';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';
import { forgetKeptSearch, type KeptSearch, keepSearch, keptSearchKey, readKeptSearch } from './keptSearch';

const api = '/api/v1/saved-searches';
const kept: KeptSearch = { name: 'Room', frequency: 'DAILY', query: 'place=Leipzig&unitTypes=ROOM' };
const created = () => HttpResponse.json({ payload: savedSearch() }, { status: 201 });
const tooMany = () => failure(409, 'exception.saved-search.too-many');

describe('readKeptSearch', () => {
  test('returns what was kept', () => {
    keepSearch(kept);
    expect(readKeptSearch()).toEqual(kept);
  });

  test.each([
    'no JSON',
    'null',
    '[]',
    JSON.stringify({ ...kept, name: 7 }),
    JSON.stringify({ ...kept, frequency: 'HOURLY' }),
    JSON.stringify({ ...kept, query: null }),
    JSON.stringify({ ...kept, query: 'priceMin=cheap' }),
  ])('ignores %s', (text) => {
    localStorage.setItem(keptSearchKey, text);
    expect(readKeptSearch()).toBeUndefined();
  });
});

describe('a visitor', () => {
  async function openDialog(url: string) {
    const app = await renderApp(url);
    await app.user.click(await screen.findByRole('button', { name: 'Save search' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Save search' })) };
  }

  test('logs in, returns to the search, and finds it saved', async () => {
    const bodies = recordBodies('post', api, created);
    const { user, dialog } = await openDialog('/?place=Leipzig&sort=totalRent');
    const name = dialog.getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'My town');
    await user.selectOptions(dialog.getByLabelText('Email about new listings'), 'Weekly');
    await user.click(dialog.getByRole('link', { name: 'Log in' }));
    expect(readKeptSearch()).toEqual({ name: 'My town', frequency: 'WEEKLY', query: 'place=Leipzig' });
    await user.type(await screen.findByLabelText('Email'), 'sena@portal.test');
    await user.type(screen.getByLabelText('Password'), 'secret-secret');
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' }));
    await expectToast(user, 'Your search “My town” is saved now.');
    expect(`${window.location.pathname}${window.location.search}`).toBe('/?place=Leipzig&sort=totalRent');
    expect(bodies).toEqual([
      {
        name: 'My town',
        frequency: 'WEEKLY',
        filters: expect.objectContaining({ place: { city: 'Leipzig', district: null } }) as unknown,
      },
    ]);
    expect(localStorage.getItem(keptSearchKey)).toBeNull();
  });

  test('signs up, and the device keeps the search under the proposed name', async () => {
    const { user, dialog } = await openDialog('/?place=Leipzig');
    await user.clear(dialog.getByLabelText('Name'));
    await user.click(dialog.getByRole('link', { name: 'Sign up' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Find your room' })).toBeVisible();
    expect(readKeptSearch()).toEqual({
      name: 'Accommodation in Leipzig',
      frequency: 'IMMEDIATELY',
      query: 'place=Leipzig',
    });
  });

  test('is told that the device keeps one search only', async () => {
    keepSearch(kept);
    const { dialog } = await openDialog('/?place=Ulm');
    expect(dialog.getByText(/It replaces “Room”/)).toBeVisible();
  });

  test('sees the name again that the device keeps for the same filters', async () => {
    keepSearch(kept);
    const { dialog } = await openDialog('/?unitTypes=ROOM&place=Leipzig');
    expect(dialog.getByLabelText('Name')).toHaveValue('Room');
    expect(dialog.queryByText(/It replaces/)).not.toBeInTheDocument();
  });

  test('who closes the dialog keeps nothing', async () => {
    const { user, dialog } = await openDialog('/?place=Leipzig');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(readKeptSearch()).toBeUndefined();
  });
});

describe('the login of a student', () => {
  test('forgets a kept search that is saved already', async () => {
    keepSearch({ ...kept, query: 'priceMax=400&unitTypes=ROOM&place=K%C3%B6ln' });
    server.use(http.get(`*${api}`, () => HttpResponse.json({ payload: [savedSearch()] })));
    const bodies = recordBodies('post', api, created);
    const { user } = await renderApp('/', { role: 'STUDENT' });
    await expectToast(user, 'Your search was already saved as “Room in Köln”.');
    expect(localStorage.getItem(keptSearchKey)).toBeNull();
    expect(bodies).toEqual([]);
  });

  test('forgets a damaged kept search', async () => {
    localStorage.setItem(keptSearchKey, 'no JSON');
    const bodies = recordBodies('post', api, created);
    await renderApp('/', { role: 'STUDENT' });
    await waitFor(() => expect(localStorage.getItem(keptSearchKey)).toBeNull());
    expect(bodies).toEqual([]);
  });

  test('keeps a search that does not fit, until it is saved or discarded', async () => {
    keepSearch(kept);
    server.use(http.post(`*${api}`, tooMany));
    const { user } = await renderApp('/saved-searches', { role: 'STUDENT' });
    await expectToast(
      user,
      'Your search “Room” could not be saved yet. You can have at most 20 saved searches. Delete or replace one that you no longer need.',
    );
    expect(readKeptSearch()).toEqual(kept);
    const note = within(await screen.findByRole('note'));
    expect(
      note.getByText(/^Your list is full, so this device still keeps the search “Room”\./),
    ).toBeVisible();
    await user.click(note.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('note')).not.toBeInTheDocument());
    expect(readKeptSearch()).toBeUndefined();
  });

  test('offers to save it again', async () => {
    keepSearch(kept);
    server.use(http.post(`*${api}`, tooMany));
    const { user } = await renderApp('/saved-searches', { role: 'STUDENT' });
    const note = within(await screen.findByRole('note'));
    server.use(http.post(`*${api}`, created));
    await user.click(note.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Your search “Room” is saved now.')).toBeVisible();
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
    expect(readKeptSearch()).toBeUndefined();
  });

  test('says why a search could not be saved, until a retry saves it', async () => {
    keepSearch(kept);
    server.use(http.post(`*${api}`, () => failure(503, 'exception.server.unavailable')));
    const { user } = await renderApp('/saved-searches', { role: 'STUDENT' });
    const text =
      'Your search “Room” could not be saved yet. The service cannot be reached right now. Please try again in a moment.';
    const note = within(await screen.findByRole('note'));
    expect(note.getByText(text)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    server.use(http.post(`*${api}`, created));
    await user.click(note.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await expectToast(user, 'Your search “Room” is saved now.');
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
    expect(readKeptSearch()).toBeUndefined();
  });

  test('says that it was not saved when the list cannot be read, until a retry saves it', async () => {
    keepSearch(kept);
    server.use(http.get(`*${api}`, () => failure(503, 'exception.server.unavailable')));
    const bodies = recordBodies('post', api, created);
    const { user } = await renderApp('/saved-searches', { role: 'STUDENT' });
    const note = within(await screen.findByRole('note'));
    expect(
      note.getByText(
        'Your search “Room” could not be saved yet. The service cannot be reached right now. Please try again in a moment.',
      ),
    ).toBeVisible();
    expect(bodies).toEqual([]);
    server.use(http.get(`*${api}`, () => HttpResponse.json({ payload: [] })));
    await user.click(note.getByRole('button', { name: 'Try again' }));
    await expectToast(user, 'Your search “Room” is saved now.');
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
    expect(bodies).toHaveLength(1);
  });

  test('is busy while a retry waits for the list', async () => {
    keepSearch(kept);
    server.use(http.post(`*${api}`, tooMany));
    const { user } = await renderApp('/saved-searches', { role: 'STUDENT' });
    const note = within(await screen.findByRole('note'));
    const list = pendingResponse(() => HttpResponse.json({ payload: [] }));
    server.use(http.get(`*${api}`, list.resolver));
    const bodies = recordBodies('post', api, created);
    await user.click(note.getByRole('button', { name: 'Try again' }));
    expect(note.getByRole('button', { name: 'Try again' })).toBeDisabled();
    expect(note.getByRole('button', { name: 'Discard' })).toBeDisabled();
    expect(bodies).toEqual([]);
    list.respond();
    await expectToast(user, 'Your search “Room” is saved now.');
    expect(bodies).toHaveLength(1);
  });

  test('in two tabs saves a kept search once, and both show it', async () => {
    mockBrowserLocks();
    const requestLock = vi.spyOn(navigator.locks, 'request');
    keepSearch(kept);
    const { respond, resolver } = pendingResponse();
    // The other tab of the same login moves it first.
    void navigator.locks.request('kept-search', async () => {
      await resolver();
      forgetKeptSearch();
      server.use(http.get(`*${api}`, () => HttpResponse.json({ payload: [savedSearch()] })));
    });
    const bodies = recordBodies('post', api, created);
    const app = await renderApp('/saved-searches', { role: 'STUDENT' });
    await screen.findByText('No saved searches yet');
    await waitFor(() =>
      expect(requestLock.mock.calls.filter(([name]) => name === 'kept-search')).toHaveLength(2),
    );
    respond();
    expect(await screen.findByRole('article', { name: savedSearch().name })).toBeVisible();
    expect(bodies).toEqual([]);
    expect(app.store.getState().toasts.shown).toBeNull();
  });

  test('of a landlord leaves it on the device', async () => {
    keepSearch(kept);
    const bodies = recordBodies('post', api, created);
    await renderApp('/my-listings', { role: 'LANDLORD' });
    await screen.findByRole('article');
    expect(bodies).toEqual([]);
    expect(readKeptSearch()).toEqual(kept);
  });
});
