import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../app/store';
import { failure } from '../../testing/handlers';
import { pendingResponse } from '../../testing/pendingResponse';
import { server } from '../../testing/server';
import { api } from '../endpoints';

const { listFavouriteIds, addFavourite } = api.endpoints;

/** With the endpoints that are injected later. */
type State = Parameters<ReturnType<typeof listFavouriteIds.select>>[0];

const isSaved = () => new HttpResponse(null, { status: 204 });
const tooMany = () => failure(409, 'exception.favourite.too-many');

/** Reads the list with `b`, requests it again, and marks `a`: the server has read it before. */
async function markAWhileReading(answer: () => Response, payload = ['b']) {
  server.use(http.get('*/api/v1/favourites/ids', () => HttpResponse.json({ payload: ['b'] })));
  const store = createStore();
  await store.dispatch(listFavouriteIds.initiate());
  const list = pendingResponse(() => HttpResponse.json({ payload }));
  const mark = pendingResponse(answer);
  server.use(
    http.get('*/api/v1/favourites/ids', list.resolver),
    http.put('*/api/v1/favourites/a', mark.resolver),
  );
  const read = store.dispatch(listFavouriteIds.initiate(undefined, { forceRefetch: true }));
  const marked = store.dispatch(addFavourite.initiate({ id: 'a' }));
  const shown = () => listFavouriteIds.select()(store.getState() as unknown as State).data?.payload;
  await vi.waitFor(() => expect(shown()).toEqual(['a', 'b']));
  const respond = async (pending: typeof list, response: PromiseLike<unknown>) => {
    pending.respond();
    await response;
  };
  return { shown, answerList: () => respond(list, read), answerMark: () => respond(mark, marked) };
}

test('a mark stays when an older list arrives before its response', async () => {
  const { shown, answerList, answerMark } = await markAWhileReading(isSaved);
  await answerList();
  expect(shown()).toEqual(['a', 'b']);
  await answerMark();
  expect(shown()).toEqual(['a', 'b']);
});

test('a mark stays when an older list arrives after its response', async () => {
  const { shown, answerList, answerMark } = await markAWhileReading(isSaved);
  await answerMark();
  await answerList();
  expect(shown()).toEqual(['a', 'b']);
});

test('a refused mark is removed, also when the list arrives later', async () => {
  const { shown, answerList, answerMark } = await markAWhileReading(tooMany);
  await answerMark();
  expect(shown()).toEqual(['b']);
  await answerList();
  expect(shown()).toEqual(['b']);
});

test('a refused mark stays if the list had it in the meantime', async () => {
  const { shown, answerList, answerMark } = await markAWhileReading(tooMany, ['b', 'a']);
  await answerList();
  await answerMark();
  expect(shown()).toEqual(['a', 'b']);
});
