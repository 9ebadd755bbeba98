import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { authenticate } from './people';

type File = { name: string; mimeType: string; buffer: Buffer };

/** Pictures as a phone makes them: each in a colour of its own, and larger than the portal keeps. */
export async function makePictures(page: Page, count: number): Promise<File[]> {
  const drawn = await page.evaluate(async (count) => {
    const pictures: string[] = [];
    for (let index = 0; index < count; index++) {
      const canvas = new OffscreenCanvas(3000, 2000);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('This browser cannot draw');
      context.fillStyle = `hsl(${(index * 360) / count} 60% 55%)`;
      context.fillRect(0, 0, 3000, 2000);
      context.fillStyle = '#fff';
      context.fillRect(300, 300, 900 + index * 200, 500);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      pictures.push(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
    }
    return pictures;
  }, count);
  return drawn.map((picture, index) => ({
    name: `room-${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(picture, 'base64'),
  }));
}

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
