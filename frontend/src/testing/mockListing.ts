import { http, HttpResponse } from 'msw';
import type { ListingResponse, SaveListingRequest } from '../api/generated';
import { listing, student } from './fixtures';
import { server } from './server';

/** A listing of the user that `renderApp` logs in. */
export const ownListing = (changes: Partial<ListingResponse> = {}): ListingResponse =>
  listing({
    status: 'DRAFT',
    views: 3,
    landlord: { externalId: student.externalId, firstName: 'Sena', lastName: 'Aydın' },
    ...changes,
  });

/**
 * Mocks a listing on the server that applies all changes. `sent` and `bodies` record the requests.
 */
export function mockListing(start: ListingResponse) {
  const mock = { stored: start, sent: [] as string[], bodies: [] as SaveListingRequest[] };
  let version = 1;
  const change = (changes: Partial<ListingResponse>) => {
    const lastModified = `2026-11-03T10:00:00.${String(version++).padStart(6, '0')}Z`;
    mock.stored = { ...mock.stored, ...changes, lastModified };
    return mock.stored;
  };
  const save = (body: SaveListingRequest) => {
    mock.bodies.push(body);
    const { draftId: _draftId, lastModified: _lastModified, ...details } = body;
    return change(details as Partial<ListingResponse>);
  };
  const path = `*/api/v1/listings/${start.externalId}`;
  server.use(
    http.get(path, () => HttpResponse.json({ payload: mock.stored })),
    http.post('*/api/v1/listings', async ({ request }) => {
      mock.sent.push('create');
      const payload = save((await request.json()) as SaveListingRequest);
      return HttpResponse.json({ payload }, { status: 201 });
    }),
    http.put(path, async ({ request }) => {
      mock.sent.push('update');
      return HttpResponse.json({ payload: save((await request.json()) as SaveListingRequest) });
    }),
    http.post(`${path}/images`, () => {
      mock.sent.push('upload');
      const name = `image-${mock.stored.images.length + 1}`;
      const image = { externalId: name, location: `/new/${name}.jpg`, description: '' };
      change({ images: [...mock.stored.images, image] });
      return HttpResponse.json({ payload: [image] }, { status: 201 });
    }),
    http.put(`${path}/images/order`, () => {
      mock.sent.push('order');
      return HttpResponse.json({ payload: mock.stored });
    }),
    http.put(`${path}/status`, ({ request }) => {
      const status = new URL(request.url).searchParams.get('status') as ListingResponse['status'];
      mock.sent.push(`status ${status}`);
      return HttpResponse.json({ payload: change({ status }) });
    }),
  );
  return {
    ...mock,
    change,
    get stored() {
      return mock.stored;
    },
  };
}
