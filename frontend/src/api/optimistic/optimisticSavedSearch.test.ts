import { delay, http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../app/store';
import { savedSearch } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { pendingResponse } from '../../testing/pendingResponse';
import { server } from '../../testing/server';
import { api } from '../endpoints';

const { listSavedSearches, changeSavedSearch } = api.endpoints;

/** With the endpoints that are injected later. */
type State = Parameters<ReturnType<typeof listSavedSearches.select>>[0];

const list = (...ids: string[]) =>
  server.use(
    http.get('*/api/v1/saved-searches', () =>
      HttpResponse.json({ payload: ids.map((externalId) => savedSearch({ externalId, name: externalId })) }),
    ),
  );

/** Sends another frequency of `b`, the second row; the response comes later. */
async function startChangeOfB() {
  list('a', 'b');
  const change = pendingResponse(() => failure(503, 'exception.server.unavailable'));
  server.use(http.put('*/api/v1/saved-searches/b', change.resolver));
  const store = createStore();
  await store.dispatch(listSavedSearches.initiate());
  const { filters } = savedSearch();
  const changed = store.dispatch(
    changeSavedSearch.initiate({
      id: 'b',
      saveSearchRequest: { name: 'b', filters, frequency: 'WEEKLY' },
    }),
  );
  const shown = () =>
    listSavedSearches
      .select()(store.getState() as unknown as State)
      .data?.payload.map(({ externalId, frequency }) => [externalId, frequency]);
  await vi.waitFor(() =>
    expect(shown()).toEqual([
      ['a', 'DAILY'],
      ['b', 'WEEKLY'],
    ]),
  );
  return {
    shown,
    readAgain: async (...ids: string[]) => {
      list(...ids);
      await store.dispatch(listSavedSearches.initiate(undefined, { forceRefetch: true }));
    },
    fail: async () => {
      // The list that is read after the failure would hide what the rollback did.
      server.use(http.get('*/api/v1/saved-searches', () => delay('infinite')));
      change.respond();
      await changed;
    },
  };
}

test.each([
  ['the first row was deleted', ['b']],
  ['another row took its place', ['c', 'd', 'b']],
])('a failed change is rolled back in its own row after %s', async (_, ids) => {
  const { shown, readAgain, fail } = await startChangeOfB();
  await readAgain(...ids);
  expect(shown()).toEqual(ids.map((id) => [id, id === 'b' ? 'WEEKLY' : 'DAILY']));
  await fail();
  await vi.waitFor(() => expect(shown()).toEqual(ids.map((id) => [id, 'DAILY'])));
});

test('a failed change of a row that is gone changes nothing', async () => {
  const { shown, readAgain, fail } = await startChangeOfB();
  await readAgain('a', 'c');
  await fail();
  expect(shown()).toEqual([
    ['a', 'DAILY'],
    ['c', 'DAILY'],
  ]);
});
