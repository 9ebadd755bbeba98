import type { APIRequestContext } from '@playwright/test';
import { authenticate, type Role } from './people';

export type Listing = { externalId: string; title: string; address: { city: string } };

/** Any listing that everybody may see. */
export async function publicListing(request: APIRequestContext): Promise<Listing> {
  const answer = await request.post('/api/v1/listings/search', { data: { pageSize: 1 } });
  const { payload } = (await answer.json()) as { payload: Listing[] };
  const [listing] = payload;
  if (!listing) throw new Error('The demo data have no available listing.');
  return listing;
}

/** Any listing of the demo landlord. */
export async function ownListing(request: APIRequestContext): Promise<Listing> {
  const headers = await bearer(request, 'LANDLORD');
  const answer = await request.get('/api/v1/listings?pageSize=1', { headers });
  const { payload } = (await answer.json()) as { payload: Listing[] };
  const [listing] = payload;
  if (!listing) throw new Error('The demo landlord has no listing.');
  return listing;
}

/** An available listing of the demo landlord for which the demo student has not applied yet. */
export async function freeListing(request: APIRequestContext): Promise<Listing> {
  const landlord = await bearer(request, 'LANDLORD');
  const own = await request.get('/api/v1/listings?status=AVAILABLE&pageSize=100', { headers: landlord });
  const { payload } = (await own.json()) as { payload: Listing[] };
  const titles = payload.map(({ title }) => title);
  const unmistakable = payload.filter(({ title }) => titles.indexOf(title) === titles.lastIndexOf(title));
  const student = await bearer(request, 'STUDENT');
  for (const listing of unmistakable) {
    const answer = await request.get(`/api/v1/listings/${listing.externalId}`, { headers: student });
    const detail = (await answer.json()) as { payload: { application: unknown } };
    if (detail.payload.application === null) return listing;
  }
  throw new Error('The demo data have no listing left to apply for.');
}

const bearer = async (request: APIRequestContext, role: Role) => ({
  authorization: `Bearer ${await authenticate(request, role)}`,
});
