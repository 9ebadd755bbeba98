import { http, HttpResponse } from 'msw';
import { server } from './server';

/** Answers requests that must not come, and tells which ones came. */
export function recordRequests(method: 'put' | 'post' | 'delete', path: string): string[] {
  const sent: string[] = [];
  server.use(
    http[method](`*${path}`, ({ request }) => {
      sent.push(request.url);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}
