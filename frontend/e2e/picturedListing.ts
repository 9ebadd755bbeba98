import { type APIRequestContext, expect } from '@playwright/test';
import { authenticate } from './people';

type PicturedListing = {
  id: string;
  title: string;
  /** A word that no other listing has. */
  word: string;
  /** As the map is asked for it. */
  address: string;
};

const place = { street: 'Lindenstraße', houseNumber: '12', postalCode: '50674', city: 'Köln' };

const landlord = async (request: APIRequestContext) => ({
  authorization: `Bearer ${await authenticate(request, 'LANDLORD')}`,
});

/** An available listing with so many pictures: the demo data's own have no more than the header shows. */
export async function listingWithPictures(
  request: APIRequestContext,
  count: number,
): Promise<PicturedListing> {
  const headers = await landlord(request);
  const word = `Fensterbank${Date.now().toString(36)}`;
  const title = `Zimmer mit ${word}`;
  const created = await request.post('/api/v1/listings', {
    headers,
    data: {
      title,
      unitType: 'ROOM',
      address: { ...place, district: 'Südstadt', region: 'Nordrhein-Westfalen' },
      areaSqm: 18,
      totalAreaSqm: 60,
      bedrooms: 1,
      bathrooms: 1,
      kitchens: 1,
      description: 'Hell und ruhig, mit Blick ins Grüne.',
      tenantDescription: 'Wir sind zwei Studierende.',
      locationDescription: 'Die Straßenbahn hält vor der Tür.',
      amenities: ['WIFI', 'BALCONY', 'WASHING_MACHINE'],
      basicRent: 380,
      ancillaryCost: 60,
      securityDeposit: 760,
      additionalCosts: [{ description: 'Internet', cost: 25.5 }],
    },
  });
  expect(created.status()).toBe(201);
  const { payload } = (await created.json()) as { payload: { externalId: string } };
  const id = payload.externalId;
  for (const location of await demoPictures(request, count)) {
    const picture = await request.get(`/images/1200x800${location}`);
    const added = await request.post(`/api/v1/listings/${id}/images`, {
      headers,
      multipart: { files: { name: 'room.jpg', mimeType: 'image/jpeg', buffer: await picture.body() } },
    });
    expect(added.status()).toBe(201);
  }
  const published = await request.put(`/api/v1/listings/${id}/status?status=AVAILABLE`, { headers });
  expect(published.ok()).toBe(true);
  return {
    id,
    title,
    word,
    address: `${place.street} ${place.houseNumber}, ${place.postalCode} ${place.city}`,
  };
}

export async function removeListing(request: APIRequestContext, id: string): Promise<void> {
  const answer = await request.delete(`/api/v1/listings/${id}`, { headers: await landlord(request) });
  expect(answer.ok()).toBe(true);
}

async function demoPictures(request: APIRequestContext, count: number): Promise<string[]> {
  const answer = await request.post('/api/v1/listings/search', { data: { pageSize: 20 } });
  const { payload } = (await answer.json()) as { payload: { images: { location: string }[] }[] };
  const locations = payload.flatMap(({ images }) => images.map(({ location }) => location));
  return [...new Set(locations)].slice(0, count);
}

/** Somebody has found a home: administrators are told. */
export async function rentOut(request: APIRequestContext, id: string): Promise<void> {
  const headers = await landlord(request);
  const answer = await request.put(`/api/v1/listings/${id}/status?status=RENTED`, { headers });
  expect(answer.ok()).toBe(true);
}
