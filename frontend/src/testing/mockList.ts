import { http, HttpResponse } from 'msw';
import { server } from './server';

type Row = { externalId: string };

/**
 * Mocks a paginated list of the API. Returns the queries of the requests in the order of
 * arrival, decoded and with sorted keys. Calls `rows` for every response, so that a test
 * can remove rows.
 */
export function mockList(path: string, rows: () => readonly Row[], pageSize = 10): string[] {
  const queries: string[] = [];
  server.use(
    http.get(`*${path}`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      query.sort();
      queries.push(decodeURIComponent(query.toString()));
      const page = Number(query.get('page') ?? 0);
      const all = rows();
      return HttpResponse.json({
        payload: all.slice(page * pageSize, (page + 1) * pageSize),
        totalPages: Math.ceil(all.length / pageSize),
        totalSize: all.length,
      });
    }),
  );
  return queries;
}
