import { http, HttpResponse } from 'msw';
import { server } from './server';

type Row = { externalId: string };

/**
 * A list of the API that divides its rows into pages. Answers the queries that
 * were asked of it, in the order of arrival, as plain text with their keys sorted.
 * `rows` is read anew for every answer, so that a test can take rows away.
 */
export function playList(path: string, rows: () => readonly Row[], pageSize = 10): string[] {
  const asked: string[] = [];
  server.use(
    http.get(`*${path}`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      query.sort();
      asked.push(decodeURIComponent(query.toString()));
      const page = Number(query.get('page') ?? 0);
      const all = rows();
      return HttpResponse.json({
        payload: all.slice(page * pageSize, (page + 1) * pageSize),
        totalPages: Math.ceil(all.length / pageSize),
        totalSize: all.length,
      });
    }),
  );
  return asked;
}
