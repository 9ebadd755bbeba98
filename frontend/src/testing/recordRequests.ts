import { http, HttpResponse } from 'msw';
import { server } from './server';

/** Mocks an endpoint with 204. Returns the URLs of its requests, for tests that expect none. */
export function recordRequests(method: 'put' | 'post' | 'delete', path: string): string[] {
  const urls: string[] = [];
  server.use(
    http[method](`*${path}`, ({ request }) => {
      urls.push(request.url);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return urls;
}
