import { type APIRequestContext, expect } from '@playwright/test';

export type RegisteredUser = { email: string; name: string };

/** An image of one pixel. */
export const proofOfStudy = {
  name: 'Studienbescheinigung Größe A4.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPgjk0DAAFFAM+b3kqeAAAAAElFTkSuQmCC',
    'base64',
  ),
};

const userData = (lastName: string) => ({
  email: `${lastName.toLowerCase()}@example.org`,
  firstName: 'Jona',
  lastName,
  phoneNumber: '+49 170 1234567',
  dateOfBirth: '2001-02-03',
  gender: 'OTHER',
  termsAccepted: true,
  locale: 'en-US',
});

/** Sends the same request as the form. */
export async function registerStudent(request: APIRequestContext, lastName: string): Promise<RegisteredUser> {
  const data = { ...userData(lastName), aboutMe: 'I study the weather.' };
  const response = await request.post('/api/v1/users/students/registrations', {
    multipart: {
      user: { name: 'user.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(data)) },
      file: proofOfStudy,
    },
  });
  expect(response.status()).toBe(201);
  return { email: data.email, name: `Jona ${lastName}` };
}

/** Sends the same request as the form. */
export async function registerLandlord(
  request: APIRequestContext,
  lastName: string,
): Promise<RegisteredUser> {
  const address = { street: 'Ringstraße', houseNumber: '7', postalCode: '50674', city: 'Köln' };
  const data = { ...userData(lastName), ...address };
  const response = await request.post('/api/v1/users/landlords/registrations', { data });
  expect(response.status()).toBe(201);
  return { email: data.email, name: `Jona ${lastName}` };
}
