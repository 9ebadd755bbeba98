import { type APIRequestContext, expect } from '@playwright/test';
import { authenticate } from './people';

const landlord = async (request: APIRequestContext) => ({
  authorization: `Bearer ${await authenticate(request, 'LANDLORD')}`,
});

/** A new listing of the demo landlord that has everything but pictures. */
export async function draftListing(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/v1/listings', {
    headers: await landlord(request),
    data: {
      title: `Zimmer ohne Bilder ${Date.now().toString(36)}`,
      unitType: 'ROOM',
      address: {
        street: 'Kanalweg',
        houseNumber: '3a',
        postalCode: '76131',
        city: 'Karlsruhe',
        region: 'Baden-Württemberg',
      },
      areaSqm: 18,
      totalAreaSqm: 60,
      bedrooms: 1,
      bathrooms: 1,
      kitchens: 1,
      amenities: ['WIFI'],
      description: 'Hell und ruhig.',
      tenantDescription: 'Wir sind zwei Studierende.',
      locationDescription: 'Die Straßenbahn hält vor der Tür.',
      basicRent: 380,
      ancillaryCost: 60,
      securityDeposit: 760,
      additionalCosts: [],
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { payload: { externalId: string } }).payload.externalId;
}

export type Image = { externalId: string; location: string };

/** The pictures that the portal has, in its order. */
export async function imagesOf(request: APIRequestContext, listing: string): Promise<Image[]> {
  const answer = await request.get(`/api/v1/listings/${listing}`, { headers: await landlord(request) });
  return ((await answer.json()) as { payload: { images: Image[] } }).payload.images;
}

export async function removeDraft(request: APIRequestContext, listing: string): Promise<void> {
  const answer = await request.delete(`/api/v1/listings/${listing}`, { headers: await landlord(request) });
  expect(answer.status()).toBe(204);
}
