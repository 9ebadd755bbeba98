import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../app/store';
import { application } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { pendingResponse } from '../../testing/pendingResponse';
import { server } from '../../testing/server';
import { api } from '../endpoints';
import type { ApplicationResponse, Decision } from '../generated';

const { listApplications, reviewApplicationAsAdministrator } = api.endpoints;
const ascending = { sortDirection: 'ASC' } as const;
const descending = { sortDirection: 'DESC' } as const;

/** With the endpoints that are injected later. */
type State = Parameters<ReturnType<typeof listApplications.select>>[0];

/** Reads two pages in opposite orders, and sends a decision about `a`. */
async function startReviewOfA(answer: () => Response) {
  const rows = ['a', 'b'].map((externalId) => application({ externalId, overdue: true }));
  let send: () => void = () => undefined;
  server.use(
    http.get('*/api/v1/applications', ({ request }) => {
      const payload = request.url.includes('ASC') ? rows : rows.toReversed();
      return HttpResponse.json({ payload, totalPages: 1, totalSize: 2 });
    }),
    http.put('*/api/v1/applications/a/admin-review', async () => {
      await new Promise<void>((resolve) => (send = resolve));
      return answer();
    }),
  );
  const store = createStore();
  const pages = [ascending, descending].map((args) => store.dispatch(listApplications.initiate(args)));
  await Promise.all(pages);
  const shown = () =>
    [ascending, descending].map((args) =>
      listApplications
        .select(args)(store.getState() as unknown as State)
        .data?.payload.map((row) => [row.externalId, row.administratorApprovalStatus, row.overdue]),
    );
  const before = shown();
  const reviewed = store.dispatch(
    reviewApplicationAsAdministrator.initiate({ id: 'a', status: 'APPROVED', reviewApplicationRequest: {} }),
  );
  await vi.waitFor(() => expect(send).toHaveLength(1));
  return { store, shown, before, reviewed, send: () => send() };
}

const a = (status: Decision, overdue: boolean) => ['a', status, overdue];
const b = ['b', 'PENDING', true];

test('a decision changes its row in all cached pages', async () => {
  const { shown, send, reviewed } = await startReviewOfA(() => HttpResponse.json({ payload: application() }));
  expect(shown()).toEqual([
    [a('APPROVED', false), b],
    [b, a('APPROVED', false)],
  ]);
  send();
  await reviewed;
});

test('a failed decision is rolled back in all cached pages', async () => {
  const { shown, before, send, reviewed } = await startReviewOfA(() =>
    failure(503, 'exception.server.unavailable'),
  );
  expect(shown()).not.toEqual(before);
  send();
  expect(await reviewed).toHaveProperty('error');
  expect(shown()).toEqual(before);
});

test('a rollback finds the row by its id after the page was read again', async () => {
  const { store, shown, send, reviewed } = await startReviewOfA(() =>
    failure(503, 'exception.server.unavailable'),
  );
  const moved = ['c', 'b', 'a'].map((externalId) =>
    application({ externalId, administratorApprovalStatus: externalId === 'a' ? 'PENDING' : 'REJECTED' }),
  );
  server.use(
    http.get('*/api/v1/applications', () =>
      HttpResponse.json({ payload: moved, totalPages: 1, totalSize: 3 }),
    ),
  );
  await store.dispatch(listApplications.initiate(ascending, { forceRefetch: true }));
  const states = () => shown()[0]?.map((row) => row.slice(0, 2));
  send();
  await reviewed;
  expect(states()).toEqual([
    ['c', 'REJECTED'],
    ['b', 'REJECTED'],
    ['a', 'PENDING'],
  ]);
});

/** Requests a page again, whose response has this row `a`. */
function requestPage(store: ReturnType<typeof createStore>, row: Partial<ApplicationResponse>) {
  const payload = [row, { externalId: 'b' }].map((other) => application({ overdue: true, ...other }));
  const list = pendingResponse(() => HttpResponse.json({ payload, totalPages: 1, totalSize: 2 }));
  server.use(http.get('*/api/v1/applications', list.resolver));
  const page = store.dispatch(listApplications.initiate(ascending, { forceRefetch: true }));
  return async () => {
    list.respond();
    await page;
  };
}
const undecided = { externalId: 'a' };
const decided = (administratorApprovalStatus: Decision) => ({ ...undecided, administratorApprovalStatus });

test('a page that was read before the decision keeps it, while it is sent and afterwards', async () => {
  const { store, shown, send, reviewed } = await startReviewOfA(() =>
    HttpResponse.json({ payload: application() }),
  );
  await requestPage(store, undecided)();
  expect(shown()[0]).toEqual([a('APPROVED', false), b]);
  const respondLate = requestPage(store, undecided);
  send();
  expect(await reviewed).toHaveProperty('data');
  await respondLate();
  expect(shown()[0]).toEqual([a('APPROVED', false), b]);
});

test('a page that was read after the decision shows what the server says', async () => {
  const { store, shown, send, reviewed } = await startReviewOfA(() =>
    HttpResponse.json({ payload: application() }),
  );
  await requestPage(store, decided('APPROVED'))();
  expect(shown()[0]).toEqual([a('APPROVED', true), b]);
  send();
  await reviewed;
});

test('a rollback restores what the last page said', async () => {
  const { store, shown, send, reviewed } = await startReviewOfA(() =>
    failure(409, 'exception.application.already-reviewed'),
  );
  await requestPage(store, decided('REJECTED'))();
  expect(shown()[0]).toEqual([a('APPROVED', false), b]);
  const respondLate = requestPage(store, decided('REJECTED'));
  send();
  expect(await reviewed).toHaveProperty('error');
  expect(shown()[0]).toEqual([a('REJECTED', true), b]);
  await respondLate();
  expect(shown()[0]).toEqual([a('REJECTED', true), b]);
});
