import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '../app/store';
import { mockBrowserLocks } from '../testing/browser/mockBrowserLocks';
import { listing } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { pendingResponse } from '../testing/pendingResponse';
import { server } from '../testing/server';
import { serializeParams } from './baseQuery';
import { api as lazyApi } from './endpoints';
import { sendLogout } from './logout';
import { refreshToken } from './refresh';
import { api } from './initialEndpoints';
import { readToken } from './token';

const { getListing, getProfile, searchListings } = api.endpoints;
const { authenticate, exportAuditEntries, listApplications, logout } = lazyApi.endpoints;

/** Accepts only the token `fresh`, and records the requests. */
function mockAuthServer({ refresh }: { refresh: 'works' | 'refused' | 'breaks' }) {
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

const storeToken = (token: string) => localStorage.setItem('token', token);

let store: ReturnType<typeof createStore>;
beforeEach(() => {
  store = createStore();
});
const applications = (page = 0) => store.dispatch(listApplications.initiate({ page }));

test('an upload whose code cannot be loaded has no connection', async () => {
  vi.doMock('./files/uploadFetch', () => Promise.reject(new TypeError('failed to load')));
  onTestFinished(() => vi.doUnmock('./files/uploadFetch'));
  const uploadImagesForm = { files: [new Blob(['x'])] };
  const upload = store.dispatch(
    lazyApi.endpoints.uploadListingImages.initiate({ id: 'L', uploadImagesForm }),
  );
  expect(await upload).toMatchObject({ error: { status: 'FETCH_ERROR' } });
});

test('a request times out after 60 seconds', async () => {
  vi.useFakeTimers();
  server.use(http.get('*/api/v1/applications', () => new Promise<Response>(() => undefined)));
  let answer: unknown;
  const requested = applications().then((given) => (answer = given));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  await requested;
  expect(answer).toMatchObject({ error: { status: 'TIMEOUT_ERROR' } });
  vi.useRealTimers();
});

test('a download does not time out after 90 seconds', async () => {
  vi.useFakeTimers();
  let respond: (file: Response) => void = () => undefined;
  const file = new Promise<Response>((resolve) => (respond = resolve));
  server.use(http.get('*/api/v1/audit/export', () => file));
  let answer: unknown;
  const requested = store.dispatch(exportAuditEntries.initiate({})).then((given) => (answer = given));
  await vi.advanceTimersByTimeAsync(90_000);
  expect(answer).toBeUndefined();
  respond(failure(503, 'exception.server.unavailable') as Response);
  await requested;
  expect(answer).toMatchObject({ error: { status: 503 } });
  vi.useRealTimers();
});

describe('token', () => {
  test('sends the stored token as bearer, and every request with credentials', async () => {
    const seen = mockAuthServer({ refresh: 'works' });
    storeToken('fresh');
    await applications();
    expect(seen.requests).toEqual(['Bearer fresh']);
    expect(seen.credentials).toEqual(['include']);
  });

  test('sends no Authorization header without a stored token', async () => {
    const seen = mockAuthServer({ refresh: 'refused' });
    await applications();
    expect(seen.requests).toEqual([null]);
  });
});

describe('response 403', () => {
  test('refreshes once, repeats the request once, and stores the new token', async () => {
    const seen = mockAuthServer({ refresh: 'works' });
    storeToken('stale');
    const { isSuccess } = await applications();
    expect(isSuccess).toBe(true);
    expect(seen.refreshes).toBe(1);
    expect(seen.requests).toEqual(['Bearer stale', 'Bearer fresh']);
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  test('returns the original error and ends the session when the refresh is rejected', async () => {
    const seen = mockAuthServer({ refresh: 'refused' });
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

  test('returns the error and keeps the session when the refresh fails', async () => {
    mockAuthServer({ refresh: 'breaks' });
    storeToken('stale');
    const { error } = await applications();
    expect(error).toMatchObject({ status: 403 });
    expect(readToken()).toBe('stale');
  });

  test('does not refresh again after a second 403', async () => {
    const seen = mockAuthServer({ refresh: 'works' });
    let requested = 0;
    server.use(
      http.get('*/api/v1/applications', () => {
        requested += 1;
        return failure(403, 'exception.auth.forbidden');
      }),
    );
    storeToken('stale');
    const { error } = await applications();
    expect(error).toMatchObject({ status: 403 });
    expect([requested, seen.refreshes]).toEqual([2, 1]);
  });

  test('refreshes once for ten concurrent requests and repeats all ten', async () => {
    const seen = mockAuthServer({ refresh: 'works' });
    storeToken('stale');
    const results = await Promise.all(Array.from({ length: 10 }, (_, page) => applications(page)));
    expect(results.every(({ isSuccess }) => isSuccess)).toBe(true);
    expect(seen.refreshes).toBe(1);
    expect(seen.requests.filter((header) => header === 'Bearer fresh')).toHaveLength(10);
  });

  test('only repeats the request when another tab has refreshed the token', async () => {
    const seen = mockAuthServer({ refresh: 'works' });
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

  test('does not refresh after a 403 of login or logout', async () => {
    const seen = mockAuthServer({ refresh: 'works' });
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

  test('repeats a public request without the token when the session has ended', async () => {
    mockAuthServer({ refresh: 'refused' });
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

test('a request sent during a refresh waits for the new token', async () => {
  const seen = mockAuthServer({ refresh: 'works' });
  storeToken('stale');
  const refreshing = refreshToken('stale', store.dispatch);
  const { isSuccess } = await applications();
  await refreshing;
  expect(isSuccess).toBe(true);
  expect(seen.requests).toEqual(['Bearer fresh']);
});

test('tabs share one lock, and the second tab finds the new token', async () => {
  const seen = mockAuthServer({ refresh: 'works' });
  mockBrowserLocks();
  storeToken('stale');
  // Another tab holds the lock and refreshes; this tab must not refresh after it.
  const otherTab = navigator.locks.request('session-refresh', async () => {
    await Promise.resolve();
    storeToken('from another tab');
  });
  expect(await refreshToken('stale', store.dispatch)).toBe(true);
  await otherTab;
  expect(seen.refreshes).toBe(0);
  expect(readToken()).toBe('from another tab');
});

test('a refresh that ends after a logout stores no token', async () => {
  storeToken('stale');
  server.use(
    http.post('*/api/v1/refresh', () => {
      localStorage.removeItem('token');
      return HttpResponse.json({ payload: { token: 'late' } });
    }),
  );
  expect(await refreshToken('stale', store.dispatch)).toBe(false);
  expect(readToken()).toBeNull();
});

test('a refresh waits for a running logout, which removes the cookie', async () => {
  const seen = mockAuthServer({ refresh: 'works' });
  const { respond, resolver } = pendingResponse();
  server.use(http.post('*/api/v1/logout', resolver));
  const loggedOut = sendLogout();
  const request = applications();
  await vi.waitFor(() => expect(seen.requests).toEqual([null]));
  // Long enough for a refresh that does not wait.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(seen.refreshes).toBe(0);
  respond();
  await loggedOut;
  await request;
  expect(seen.refreshes).toBe(1);
});

test('an aborted search is neither refreshed nor repeated', async () => {
  const seen = mockAuthServer({ refresh: 'works' });
  const search = store.dispatch(searchListings.initiate({ searchListingsRequest: {} }));
  search.abort();
  const { error } = await search;
  expect(error).toMatchObject({ name: 'AbortError' });
  expect(seen.refreshes).toBe(0);
});

test('serializeParams repeats the key of a list and omits empty values', () => {
  expect(
    serializeParams({ page: 0, status: ['DRAFT', 'RENTED'], keyword: '  ', sortField: null, x: undefined }),
  ).toBe('page=0&status=DRAFT&status=RENTED');
});

test('a failed profile request leaves no data', async () => {
  mockAuthServer({ refresh: 'refused' });
  server.use(http.get('*/api/v1/users/profile', () => failure(403, 'exception.auth.unauthenticated')));
  storeToken('stale');
  const { data, isError } = await store.dispatch(getProfile.initiate());
  expect([data, isError]).toEqual([undefined, true]);
});
