import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from '../app/store';
import { listing } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { server } from '../testing/server';
import { serializeParams } from './baseQuery';
import { api as later } from './endpoints';
import { refreshToken } from './refresh';
import { api } from './startEndpoints';
import { readToken, storeToken } from './token';

const { getListing, getProfile, logout, searchListings } = api.endpoints;
const { authenticate, exportAudit, listApplications } = later.endpoints;

/** Answers only the token `fresh`, and counts what arrives. */
function guardedServer({ refresh }: { refresh: 'works' | 'refused' | 'breaks' }) {
  const seen = { refreshes: 0, requests: [] as (string | null)[], credentials: [] as string[] };
  server.use(
    http.post('*/api/v1/refresh', ({ request }) => {
      seen.refreshes += 1;
      seen.credentials.push(request.credentials);
      if (refresh === 'works') return HttpResponse.json({ payload: { token: 'fresh' } });
      return refresh === 'refused'
        ? failure(401, 'exception.auth.session-expired')
        : failure(503, 'exception.server.unavailable');
    }),
    http.get('*/api/v1/applications', ({ request }) => {
      seen.requests.push(request.headers.get('authorization'));
      seen.credentials.push(request.credentials);
      return request.headers.get('authorization') === 'Bearer fresh'
        ? HttpResponse.json({ payload: [], totalPages: 0, totalSize: 0 })
        : failure(403, 'exception.auth.unauthenticated');
    }),
  );
  return seen;
}

let store: ReturnType<typeof createStore>;
beforeEach(() => {
  store = createStore();
});
const applications = (page = 0) => store.dispatch(listApplications.initiate({ page }));

test('a request without an answer fails after a minute', async () => {
  vi.useFakeTimers();
  server.use(http.get('*/api/v1/applications', () => new Promise<Response>(() => undefined)));
  let answer: unknown;
  const asked = applications().then((given) => (answer = given));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  await asked;
  expect(answer).toMatchObject({ error: { status: 'TIMEOUT_ERROR' } });
  vi.useRealTimers();
});

test('a download may take longer than a minute', async () => {
  vi.useFakeTimers();
  let arrive: (file: Response) => void = () => undefined;
  const file = new Promise<Response>((resolve) => (arrive = resolve));
  server.use(http.get('*/api/v1/audit/export', () => file));
  let answer: unknown;
  const asked = store.dispatch(exportAudit.initiate({})).then((given) => (answer = given));
  await vi.advanceTimersByTimeAsync(90_000);
  expect(answer).toBeUndefined();
  arrive(failure(503, 'exception.server.unavailable') as Response);
  await asked;
  expect(answer).toMatchObject({ error: { status: 503 } });
  vi.useRealTimers();
});

describe('the token', () => {
  test('L189 L191: a stored token is sent as bearer, and every request with credentials', async () => {
    const seen = guardedServer({ refresh: 'works' });
    storeToken('fresh');
    await applications();
    expect(seen.requests).toEqual(['Bearer fresh']);
    expect(seen.credentials).toEqual(['include']);
  });

  test('L190: without a stored token no Authorization header is sent', async () => {
    const seen = guardedServer({ refresh: 'refused' });
    await applications();
    expect(seen.requests).toEqual([null]);
  });
});

describe('a 403', () => {
  test('L185 L186: is refreshed once, repeated once, and the new token replaces the old one', async () => {
    const seen = guardedServer({ refresh: 'works' });
    storeToken('stale');
    const { isSuccess } = await applications();
    expect(isSuccess).toBe(true);
    expect(seen.refreshes).toBe(1);
    expect(seen.requests).toEqual(['Bearer stale', 'Bearer fresh']);
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  test('L187: the original error is passed on when the refresh is refused, and the session is over', async () => {
    const seen = guardedServer({ refresh: 'refused' });
    storeToken('stale');
    const { error } = await applications();
    expect(error).toMatchObject({
      status: 403,
      data: { error: { message: 'exception.auth.unauthenticated' } },
    });
    expect(seen.requests).toHaveLength(1);
    expect(seen.refreshes).toBe(1);
    expect(readToken()).toBeNull();
  });

  test('L187: a refresh that breaks passes the error on without ending the session', async () => {
    guardedServer({ refresh: 'breaks' });
    storeToken('stale');
    const { error } = await applications();
    expect(error).toMatchObject({ status: 403 });
    expect(readToken()).toBe('stale');
  });

  test('L187: a second 403, for a role that is not allowed, does not start over', async () => {
    const seen = guardedServer({ refresh: 'works' });
    let asked = 0;
    server.use(
      http.get('*/api/v1/applications', () => {
        asked += 1;
        return failure(403, 'exception.auth.forbidden');
      }),
    );
    storeToken('stale');
    const { error } = await applications();
    expect(error).toMatchObject({ status: 403 });
    expect([asked, seen.refreshes]).toEqual([2, 1]);
  });

  test('L188: ten at once cause one refresh, and all ten are repeated', async () => {
    const seen = guardedServer({ refresh: 'works' });
    storeToken('stale');
    const answers = await Promise.all(Array.from({ length: 10 }, (_, page) => applications(page)));
    expect(answers.every(({ isSuccess }) => isSuccess)).toBe(true);
    expect(seen.refreshes).toBe(1);
    expect(seen.requests.filter((header) => header === 'Bearer fresh')).toHaveLength(10);
  });

  test('is not refreshed when another tab has refreshed meanwhile: the request is just repeated', async () => {
    const seen = guardedServer({ refresh: 'works' });
    server.use(
      http.get(
        '*/api/v1/applications',
        () => {
          storeToken('fresh');
          return failure(403, 'exception.auth.unauthenticated');
        },
        { once: true },
      ),
    );
    storeToken('stale');
    const { isSuccess } = await applications();
    expect(isSuccess).toBe(true);
    expect(seen.refreshes).toBe(0);
  });

  test('of a log-in or a log-out is an answer, not a reason to refresh', async () => {
    const seen = guardedServer({ refresh: 'works' });
    server.use(
      http.post('*/api/v1/authenticate', () => failure(403, 'exception.auth.forbidden')),
      http.post('*/api/v1/logout', () => failure(403, 'exception.auth.forbidden')),
    );
    await store.dispatch(
      authenticate.initiate({ authenticateRequest: { email: 'a@b.test', password: 'x' } }),
    );
    await store.dispatch(logout.initiate());
    expect(seen.refreshes).toBe(0);
  });

  test('does not hide what anybody may read when the session has ended', async () => {
    guardedServer({ refresh: 'refused' });
    server.use(
      http.get('*/api/v1/listings/:id', ({ request }) =>
        request.headers.has('authorization')
          ? failure(403, 'exception.auth.unauthenticated')
          : HttpResponse.json({ payload: listing() }),
      ),
    );
    storeToken('revoked');
    const { data } = await store.dispatch(getListing.initiate({ id: 'any' }));
    expect(data?.payload.title).toBe(listing().title);
  });
});

test('a request that leaves during a refresh waits for the new token', async () => {
  const seen = guardedServer({ refresh: 'works' });
  storeToken('stale');
  const refreshing = refreshToken('stale');
  const { isSuccess } = await applications();
  await refreshing;
  expect(isSuccess).toBe(true);
  expect(seen.requests).toEqual(['Bearer fresh']);
});

/** The browser's lock manager, which the test's DOM does not have. */
function queueOfTabs() {
  let last: Promise<unknown> = Promise.resolve();
  const locks = {
    request: (_name: string, task: () => Promise<unknown>) => (last = last.then(task)),
  };
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks as unknown as LockManager);
  return locks;
}

test('tabs queue for one lock, and the second finds the token changed', async () => {
  const seen = guardedServer({ refresh: 'works' });
  const locks = queueOfTabs();
  storeToken('stale');
  // Another tab holds the lock and refreshes; this one must not ask the server when its turn comes.
  const otherTab = locks.request('session-refresh', async () => {
    await Promise.resolve();
    storeToken('from another tab');
  });
  expect(await refreshToken('stale')).toBe(true);
  await otherTab;
  expect(seen.refreshes).toBe(0);
  expect(readToken()).toBe('from another tab');
});

test('an aborted search is neither refreshed nor repeated', async () => {
  const seen = guardedServer({ refresh: 'works' });
  const search = store.dispatch(searchListings.initiate({ searchListingsRequest: {} }));
  search.abort();
  const { error } = await search;
  expect(error).toMatchObject({ name: 'AbortError' });
  expect(seen.refreshes).toBe(0);
});

test('parameters repeat the key of a list and leave out what is empty', () => {
  expect(
    serializeParams({ page: 0, status: ['DRAFT', 'RENTED'], keyword: '  ', sortField: null, x: undefined }),
  ).toBe('page=0&status=DRAFT&status=RENTED');
});

test('a profile that fails leaves no data behind', async () => {
  guardedServer({ refresh: 'refused' });
  server.use(http.get('*/api/v1/users/profile', () => failure(403, 'exception.auth.unauthenticated')));
  storeToken('stale');
  const { data, isError } = await store.dispatch(getProfile.initiate());
  expect([data, isError]).toEqual([undefined, true]);
});
