import { http, HttpResponse, type HttpResponseResolver } from 'msw';
import { server } from './server';

/**
 * Mocks an endpoint, with 204 by default. Returns the JSON bodies of its requests in the order of
 * arrival.
 */
export function recordBodies(
  method: 'put' | 'post',
  path: string,
  respond: HttpResponseResolver = () => new HttpResponse(null, { status: 204 }),
): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](`*${path}`, async (info) => {
      bodies.push(await info.request.clone().json());
      return respond(info);
    }),
  );
  return bodies;
}
