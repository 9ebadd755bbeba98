import { type APIRequestContext, expect } from '@playwright/test';
import { bearer } from './users';
import { uniqueName } from './uniqueName';

type ListingWithImages = {
  id: string;
  title: string;
  /** A word that no other listing has. */
  word: string;
  /** As in the query of the map. */
  address: string;
};

export type Image = { externalId: string; location: string };

const requiredFields = {
  unitType: 'ROOM',
  areaSqm: 18,
  totalAreaSqm: 60,
  bedrooms: 1,
  bathrooms: 1,
  kitchens: 1,
  tenantDescription: 'Wir sind zwei Studierende.',
  locationDescription: 'Die Straßenbahn hält vor der Tür.',
  basicRent: 380,
  ancillaryCost: 60,
  securityDeposit: 760,
};

type Headers = Awaited<ReturnType<typeof bearer>>;

async function createListing(request: APIRequestContext, headers: Headers, data: object): Promise<string> {
  const response = await request.post('/api/v1/listings', { headers, data: { ...requiredFields, ...data } });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { payload: { externalId: string } }).payload.externalId;
}

/** A new listing of the demo landlord with all fields and no images. */
export const createDraftListing = async (request: APIRequestContext): Promise<string> =>
  createListing(request, await bearer(request, 'LANDLORD'), {
    title: uniqueName('Zimmer ohne Bilder '),
    address: {
      street: 'Kanalweg',
      houseNumber: '3a',
      postalCode: '76131',
      city: 'Karlsruhe',
      region: 'Baden-Württemberg',
    },
    description: 'Hell und ruhig.',
    amenities: ['WIFI'],
    additionalCosts: [],
  });

const address = { street: 'Lindenstraße', houseNumber: '12', postalCode: '50674', city: 'Köln' };

/** A word that no other listing has, nor one within the search's edit distance. */
export const createWord = (): string =>
  `Fensterbank${Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('')}`;

/**
 * An available listing with `count` images; those of the demo data have at most as many as the
 * header shows.
 */
export async function createListingWithImages(
  request: APIRequestContext,
  count: number,
  word = createWord(),
): Promise<ListingWithImages> {
  const headers = await bearer(request, 'LANDLORD');
  const title = `Zimmer mit ${word}`;
  const id = await createListing(request, headers, {
    title,
    address: { ...address, district: 'Südstadt', region: 'Nordrhein-Westfalen' },
    description: 'Hell und ruhig, mit Blick ins Grüne.',
    amenities: ['WIFI', 'BALCONY', 'WASHING_MACHINE'],
    additionalCosts: [{ description: 'Internet', cost: 25.5 }],
  });
  for (const location of await findDemoImages(request, count)) {
    const image = await request.get(`/images/1200x800${location}`);
    const uploaded = await request.post(`/api/v1/listings/${id}/images`, {
      headers,
      multipart: { files: { name: 'room.jpg', mimeType: 'image/jpeg', buffer: await image.body() } },
    });
    expect(uploaded.status()).toBe(201);
  }
  await changeStatus(request, headers, id, 'AVAILABLE');
  return {
    id,
    title,
    word,
    address: `${address.street} ${address.houseNumber}, ${address.postalCode} ${address.city}`,
  };
}

async function findDemoImages(request: APIRequestContext, count: number): Promise<string[]> {
  const response = await request.post('/api/v1/listings/search', { data: { pageSize: 20 } });
  const { payload } = (await response.json()) as { payload: { images: { location: string }[] }[] };
  const locations = payload.flatMap(({ images }) => images.map(({ location }) => location));
  return [...new Set(locations)].slice(0, count);
}

/** The images on the server, in their order. */
export async function getImages(request: APIRequestContext, id: string): Promise<Image[]> {
  const headers = await bearer(request, 'LANDLORD');
  const response = await request.get(`/api/v1/listings/${id}`, { headers });
  return ((await response.json()) as { payload: { images: Image[] } }).payload.images;
}

async function changeStatus(
  request: APIRequestContext,
  headers: Headers,
  id: string,
  status: string,
): Promise<void> {
  const response = await request.put(`/api/v1/listings/${id}/status?status=${status}`, { headers });
  expect(response.ok()).toBe(true);
}

/** Creates an event for administrators. */
export const markRented = async (request: APIRequestContext, id: string): Promise<void> =>
  changeStatus(request, await bearer(request, 'LANDLORD'), id, 'RENTED');

export async function deleteListing(request: APIRequestContext, id: string): Promise<void> {
  const headers = await bearer(request, 'LANDLORD');
  const response = await request.delete(`/api/v1/listings/${id}`, { headers });
  expect(response.status()).toBe(204);
}
