import type { APIRequestContext } from '@playwright/test';
import { bearer } from './users';

export type Listing = { externalId: string; title: string; address: { city: string } };

/** Any available listing. */
export async function findPublicListing(request: APIRequestContext): Promise<Listing> {
  const response = await request.post('/api/v1/listings/search', { data: { pageSize: 1 } });
  const { payload } = (await response.json()) as { payload: Listing[] };
  const [listing] = payload;
  if (!listing) throw new Error('The demo data have no available listing.');
  return listing;
}

/** Any listing of the demo landlord. */
export async function findLandlordListing(request: APIRequestContext): Promise<Listing> {
  const headers = await bearer(request, 'LANDLORD');
  const response = await request.get('/api/v1/listings?pageSize=1', { headers });
  const { payload } = (await response.json()) as { payload: Listing[] };
  const [listing] = payload;
  if (!listing) throw new Error('The demo landlord has no listing.');
  return listing;
}

/** An available listing of the demo landlord without an application of the demo student. */
export async function findListingToApply(request: APIRequestContext): Promise<Listing> {
  const landlord = await bearer(request, 'LANDLORD');
  const list = await request.get('/api/v1/listings?status=AVAILABLE&pageSize=100', { headers: landlord });
  const { payload } = (await list.json()) as { payload: Listing[] };
  const titles = payload.map(({ title }) => title);
  const withUniqueTitle = payload.filter(({ title }) => titles.indexOf(title) === titles.lastIndexOf(title));
  const student = await bearer(request, 'STUDENT');
  for (const listing of withUniqueTitle) {
    const response = await request.get(`/api/v1/listings/${listing.externalId}`, { headers: student });
    const detail = (await response.json()) as { payload: { application: unknown } };
    if (detail.payload.application === null) return listing;
  }
  throw new Error('The demo data have no listing left to apply for.');
}
