import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { Role } from '../../api/generated';
import { mockBrowserLocks } from '../../testing/browser/mockBrowserLocks';
import { expectToast } from '../../testing/expectToast';
import { listing } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { pendingResponse } from '../../testing/pendingResponse';
import { recordBodies } from '../../testing/recordBodies';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';
import { deviceKey } from './deviceKey';
import {
  deviceFavouriteOf,
  maxFavourites,
  readDeviceFavourites,
  writeDeviceFavourites,
} from './deviceFavourites';

const { externalId, title } = listing();
const name = `Save as favorite: ${title}`;
const findHeart = () => screen.findByRole('button', { name });
const tooMany = 'You can have at most 200 favorites. Remove one that you no longer need first.';
const mine = (...ids: string[]) =>
  server.use(http.get('*/api/v1/favourites/ids', () => HttpResponse.json({ payload: ids })));

describe('a visitor', () => {
  test('marks a listing on this device, by click and by keyboard', async () => {
    const { user } = await renderApp('/');
    const heart = await findHeart();
    expect(heart).toHaveAttribute('aria-pressed', 'false');
    await user.click(heart);
    expect(heart).toHaveAttribute('aria-pressed', 'true');
    expect(readDeviceFavourites()).toEqual([deviceFavouriteOf(listing())]);
    heart.focus();
    await user.keyboard('{Enter}');
    expect(heart).toHaveAttribute('aria-pressed', 'false');
    expect(localStorage.getItem(deviceKey)).toBeNull();
    expect(window.location.pathname).toBe('/');
  });

  test('sees on the page of a listing what was marked on a card', async () => {
    writeDeviceFavourites([deviceFavouriteOf(listing())]);
    await renderApp(`/listing/${externalId}`);
    const heart = await findHeart();
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'));
    expect(within(heart).getByText('Favorite')).toBeVisible();
  });

  test('sees the changes of other tabs', async () => {
    await renderApp('/');
    const heart = await findHeart();
    const text = JSON.stringify([deviceFavouriteOf(listing())]);
    localStorage.setItem(deviceKey, text);
    window.dispatchEvent(new StorageEvent('storage', { key: deviceKey, newValue: text }));
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'));
  });

  test('is told when the list is full', async () => {
    writeDeviceFavourites(
      Array.from({ length: maxFavourites }, (_, number) => ({
        ...deviceFavouriteOf(listing()),
        externalId: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
      })),
    );
    const { user } = await renderApp('/');
    const heart = await findHeart();
    await user.click(heart);
    await expectToast(user, tooMany);
    expect(heart).toHaveAttribute('aria-pressed', 'false');
    expect(readDeviceFavourites()).toHaveLength(maxFavourites);
  });
});

describe('a student', () => {
  test('marks a listing before the server responds', async () => {
    let respond: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const requests: string[] = [];
    server.use(
      http.put('*/api/v1/favourites/:id', async ({ params }) => {
        requests.push(String(params.id));
        await asked;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/', { role: 'STUDENT' });
    const heart = await findHeart();
    await user.dblClick(heart);
    expect(heart).toHaveAttribute('aria-pressed', 'true');
    respond();
    await waitFor(() => expect(requests).toEqual([externalId]));
    expect(localStorage.getItem(deviceKey)).toBeNull();
  });

  test.each([
    ['too many', () => failure(409, 'exception.favourite.too-many'), tooMany],
    [
      'no connection',
      () => HttpResponse.error(),
      'No connection. Check your internet connection and try again.',
    ],
  ])('sees the heart as before after a failure: %s', async (_, answer, text) => {
    server.use(http.put('*/api/v1/favourites/:id', answer));
    const { user } = await renderApp('/', { role: 'STUDENT' });
    const heart = await findHeart();
    await user.click(heart);
    await expectToast(user, text);
    expect(heart).toHaveAttribute('aria-pressed', 'false');
  });

  describe('whose list could not be read', () => {
    async function openUnknown() {
      let isRefused = false;
      const marked: string[] = [];
      server.use(
        http.get('*/api/v1/favourites/ids', () => {
          isRefused = true;
          return failure(503, 'exception.server.unavailable');
        }),
        http.put('*/api/v1/favourites/:id', ({ params }) => {
          marked.push(String(params['id']));
          return new HttpResponse(null, { status: 204 });
        }),
      );
      const app = await renderApp('/', { role: 'STUDENT' });
      const heart = await findHeart();
      await waitFor(() => expect(isRefused).toBe(true));
      return { ...app, heart, marked };
    }

    test('marks a listing after reading the list again', async () => {
      const { user, heart, marked } = await openUnknown();
      mine();
      await user.click(heart);
      await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'));
      expect(marked).toEqual([externalId]);
    });

    test('sees a mark that the list has already', async () => {
      const { user, heart, marked } = await openUnknown();
      mine(externalId);
      await user.click(heart);
      await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'));
      expect(marked).toEqual([]);
    });

    test('is told when it cannot be read again', async () => {
      const { user, heart, marked } = await openUnknown();
      await user.click(heart);
      await expectToast(user, 'The service cannot be reached right now. Please try again in a moment.');
      expect(heart).toHaveAttribute('aria-pressed', 'false');
      expect(marked).toEqual([]);
    });
  });

  test('removes a mark', async () => {
    mine(externalId);
    const { user } = await renderApp('/', { role: 'STUDENT' });
    const heart = await findHeart();
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'));
    await user.click(heart);
    expect(heart).toHaveAttribute('aria-pressed', 'false');
  });
});

test.each<Role>(['LANDLORD', 'ADMIN'])(
  '%s sees no hearts, but how many students have marked a listing',
  async (role) => {
    server.use(
      http.get('*/api/v1/listings', () =>
        HttpResponse.json({ payload: [listing({ favourites: 3, views: 7 })], totalPages: 1, totalSize: 1 }),
      ),
    );
    await renderApp('/my-listings', { role });
    const card = await screen.findByRole('article');
    expect(await within(card).findByText('3 favorites')).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  },
);

describe('the login of a student', () => {
  test('moves the favourites of this device into the list', async () => {
    writeDeviceFavourites([deviceFavouriteOf(listing())]);
    const bodies: unknown[] = [];
    server.use(
      http.post('*/api/v1/favourites', async ({ request }) => {
        bodies.push(await request.json());
        mine(externalId);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/', { role: 'STUDENT' });
    await expectToast(user, 'Your favorite from this device is in your list now.');
    expect(bodies).toEqual([{ ids: [externalId] }]);
    expect(localStorage.getItem(deviceKey)).toBeNull();
  });

  test.each([
    [
      [externalId],
      'Of your 3 favorites from this device, 1 is in your list now. The rest is no longer online.',
    ],
    [[], 'The favorites from this device are no longer online.'],
  ])('says how many of the listings were still there: %j', async (visible, text) => {
    const ids = [externalId, '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
    writeDeviceFavourites(ids.map((id) => deviceFavouriteOf(listing({ externalId: id }))));
    recordBodies('post', '/api/v1/favourites', () => {
      mine('another', ...visible);
      return new HttpResponse(null, { status: 204 });
    });
    const { user } = await renderApp('/', { role: 'STUDENT' });
    await expectToast(user, text);
    expect(localStorage.getItem(deviceKey)).toBeNull();
  });

  test('keeps on this device what does not fit', async () => {
    writeDeviceFavourites([deviceFavouriteOf(listing())]);
    server.use(http.post('*/api/v1/favourites', () => failure(409, 'exception.favourite.too-many')));
    const { user } = await renderApp('/favourites', { role: 'STUDENT' });
    await expectToast(
      user,
      'The favorites from this device do not fit into your list. It holds at most 200.',
    );
    expect(readDeviceFavourites()).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(localStorage.getItem(deviceKey)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
  });

  test('says why favourites could not be moved, until a retry moves them', async () => {
    writeDeviceFavourites([deviceFavouriteOf(listing())]);
    server.use(http.post('*/api/v1/favourites', () => failure(503, 'exception.server.unavailable')));
    const { user } = await renderApp('/favourites', { role: 'STUDENT' });
    const text =
      'The favorites from this device could not be moved to your list yet. The service cannot be reached right now. Please try again in a moment.';
    const note = within(await screen.findByRole('note'));
    expect(note.getByText(text)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    const bodies = recordBodies('post', '/api/v1/favourites');
    mine(externalId);
    await user.click(note.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await expectToast(user, 'Your favorite from this device is in your list now.');
    expect(bodies).toEqual([{ ids: [externalId] }]);
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
  });

  test('in two tabs moves favourites once, and both show them', async () => {
    mockBrowserLocks();
    const requestLock = vi.spyOn(navigator.locks, 'request');
    writeDeviceFavourites([deviceFavouriteOf(listing())]);
    const { respond, resolver } = pendingResponse();
    // The other tab of the same login moves them first.
    void navigator.locks.request('device-favourites', async () => {
      await resolver();
      writeDeviceFavourites([]);
      mine(externalId);
    });
    const readIds = vi.fn<() => HttpResponse<{ payload: string[] }>>(() =>
      HttpResponse.json({ payload: [] }),
    );
    server.use(http.get('*/api/v1/favourites/ids', readIds));
    const bodies = recordBodies('post', '/api/v1/favourites');
    const { store } = await renderApp('/', { role: 'STUDENT' });
    await waitFor(() => expect(readIds).toHaveBeenCalledTimes(1));
    await waitFor(() =>
      expect(requestLock.mock.calls.filter(([name]) => name === 'device-favourites')).toHaveLength(2),
    );
    respond();
    await waitFor(async () => expect(await findHeart()).toHaveAttribute('aria-pressed', 'true'));
    expect(bodies).toEqual([]);
    expect(store.getState().toasts.shown).toBeNull();
    expect(localStorage.getItem(deviceKey)).toBeNull();
  });

  test('removes a broken list of this device', async () => {
    localStorage.setItem(deviceKey, '{broken');
    await renderApp('/', { role: 'STUDENT' });
    await waitFor(() => expect(localStorage.getItem(deviceKey)).toBeNull());
  });
});
