import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../testing/handlers';
import { mockList } from '../../testing/mockList';
import { expectToast } from '../../testing/expectToast';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const csv = () =>
  new HttpResponse('externalId\r\n', {
    headers: {
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="list-2026-11-22.csv"',
    },
  });

/** Mocks the CSV export of a list. JSON requests use other handlers. */
function mockCsv(path: string, respond: (request: Request) => Response | Promise<Response> = csv): string[] {
  const sent: string[] = [];
  server.use(
    http.get(`*${path}`, ({ request }) => {
      if (request.headers.get('accept') !== 'text/csv') return undefined;
      sent.push(`${new URL(request.url).search} ${request.headers.get('authorization')}`);
      return respond(request);
    }),
  );
  return sent;
}

const button = () => screen.findByRole('button', { name: 'Download CSV' });

let saved: string[];
beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

describe('exports all pages with filters and order of', () => {
  test.each([
    [
      '/users?page=1&pageSize=25&keyword=mira&role=STUDENT&status=ACTIVE&sortField=email&sortDirection=ASC',
      '/api/v1/users',
      '?keyword=mira&sortDirection=ASC&sortField=email&role=STUDENT&status=ACTIVE',
    ],
    [
      '/registration-requests',
      '/api/v1/users/students/registrations',
      '?sortDirection=DESC&sortField=lastModified&status=PENDING',
    ],
    [
      '/registration-requests?tab=landlords&status=ANY&keyword=mira',
      '/api/v1/users/landlords/registrations',
      '?keyword=mira&sortDirection=DESC&sortField=lastModified',
    ],
    [
      '/student-applications?adminStatus=APPROVED&landlordStatus=PENDING&landlordStatus=REJECTED',
      '/api/v1/applications',
      '?adminStatus=APPROVED&landlordStatus=PENDING&landlordStatus=REJECTED&sortDirection=DESC&sortField=lastModified',
    ],
    ['/events', '/api/v1/events', '?acknowledged=false&sortDirection=DESC&sortField=dateCreated'],
    ['/events?showAll=true&sortDirection=ASC', '/api/v1/events', '?sortDirection=ASC&sortField=dateCreated'],
  ])('%s', async (address, path, query) => {
    if (path === '/api/v1/events') mockList(path, () => []);
    const sent = mockCsv(path);
    const { user } = await renderApp(address, { role: 'ADMIN' });
    await user.click(await button());
    await waitFor(() => expect(saved).toEqual(['list-2026-11-22.csv']));
    const [search = '', authorization] = sent[0]?.split(' Bearer ') ?? [];
    const sorted = (text: string) => [...new URLSearchParams(text)].map(String).toSorted();
    expect(sorted(search)).toEqual(sorted(query));
    expect(authorization).toBe('token-of-ADMIN');
    expect(sent).toHaveLength(1);
  });
});

test('a running download shows progress and disables its button', async () => {
  let respond: (response: Response) => void = () => undefined;
  const sent = mockCsv('/api/v1/users', () => new Promise<Response>((resolve) => (respond = resolve)));
  const { user } = await renderApp('/users', { role: 'ADMIN' });
  await user.click(await button());
  await waitFor(async () => expect(await button()).toBeDisabled());
  await waitFor(() => expect(sent).toHaveLength(1));
  respond(csv());
  await waitFor(async () => expect(await button()).toBeEnabled());
  expect(saved).toHaveLength(1);
});

test.each([
  [() => failure(503, 'exception.server.unavailable'), /^The service cannot be reached right now/],
  [() => HttpResponse.error(), /^No connection/],
])('a failed download shows the error and saves nothing', async (respond, text) => {
  mockCsv('/api/v1/users', respond);
  const { user } = await renderApp('/users', { role: 'ADMIN' });
  await user.click(await button());
  const toast = await screen.findByText(text);
  await expectToast(user, toast.textContent);
  expect(saved).toEqual([]);
  expect(await button()).toBeEnabled();
});

test('a download with an expired token is retried with a new one', async () => {
  const sent = mockCsv('/api/v1/users', (request) =>
    request.headers.get('authorization') === 'Bearer fresh'
      ? csv()
      : failure(403, 'exception.auth.unauthenticated'),
  );
  server.use(http.post('*/api/v1/refresh', () => HttpResponse.json({ payload: { token: 'fresh' } })));
  const { user } = await renderApp('/users', { role: 'ADMIN' });
  await user.click(await button());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(sent.map((request) => request.split(' Bearer ')[1])).toEqual(['token-of-ADMIN', 'fresh']);
});

test('landlords have no export of applications', async () => {
  await renderApp('/applications', { role: 'LANDLORD' });
  expect(await screen.findByRole('table')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument();
});
