import { http, HttpResponse, type HttpResponseResolver } from 'msw';
import { server } from './server';

/** Answers 204 unless told otherwise, and keeps the JSON that came, in the order of arrival. */
export function recordBodies(
  method: 'put' | 'post',
  path: string,
  answer: HttpResponseResolver = () => new HttpResponse(null, { status: 204 }),
): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](`*${path}`, async (info) => {
      bodies.push(await info.request.clone().json());
      return answer(info);
    }),
  );
  return bodies;
}
