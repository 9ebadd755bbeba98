import { http, HttpResponse } from 'msw';
import type { ListingResponse, SaveListingRequest } from '../api/generated';
import { listing, student } from './fixtures';
import { server } from './server';

/** The listing of whoever `renderApp` logs in. */
export const ownListing = (changes: Partial<ListingResponse> = {}): ListingResponse =>
  listing({
    status: 'DRAFT',
    views: 3,
    landlord: { externalId: student.externalId, firstName: 'Sena', lastName: 'Aydın' },
    ...changes,
  });

/** A listing on the server that takes over what it is sent, and a note of every change that was asked for. */
export function playListing(start: ListingResponse) {
  const played = { stored: start, sent: [] as string[], bodies: [] as SaveListingRequest[] };
  let version = 1;
  const change = (changes: Partial<ListingResponse>) => {
    const lastModified = `2026-11-03T10:00:00.${String(version++).padStart(6, '0')}Z`;
    played.stored = { ...played.stored, ...changes, lastModified };
    return played.stored;
  };
  const takeOver = (body: SaveListingRequest) => {
    played.bodies.push(body);
    const { draftId: _draftId, lastModified: _lastModified, ...details } = body;
    return change(details as Partial<ListingResponse>);
  };
  const path = `*/api/v1/listings/${start.externalId}`;
  server.use(
    http.get(path, () => HttpResponse.json({ payload: played.stored })),
    http.post('*/api/v1/listings', async ({ request }) => {
      played.sent.push('create');
      const payload = takeOver((await request.json()) as SaveListingRequest);
      return HttpResponse.json({ payload }, { status: 201 });
    }),
    http.put(path, async ({ request }) => {
      played.sent.push('update');
      return HttpResponse.json({ payload: takeOver((await request.json()) as SaveListingRequest) });
    }),
    http.post(`${path}/images`, () => {
      played.sent.push('upload');
      const name = `image-${played.stored.images.length + 1}`;
      const image = { externalId: name, location: `/new/${name}.jpg` };
      change({ images: [...played.stored.images, image] });
      return HttpResponse.json({ payload: [image] }, { status: 201 });
    }),
    http.put(`${path}/images/order`, () => {
      played.sent.push('order');
      return HttpResponse.json({ payload: played.stored });
    }),
    http.put(`${path}/status`, ({ request }) => {
      const status = new URL(request.url).searchParams.get('status') as ListingResponse['status'];
      played.sent.push(`status ${status}`);
      return HttpResponse.json({ payload: change({ status }) });
    }),
  );
  return {
    ...played,
    change,
    get stored() {
      return played.stored;
    },
  };
}
