import { type APIRequestContext, expect } from '@playwright/test';

export type Applicant = { email: string; name: string };

/** A picture of one pixel. */
export const proofOfStudy = {
  name: 'Studienbescheinigung Größe A4.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPgjk0DAAFFAM+b3kqeAAAAAElFTkSuQmCC',
    'base64',
  ),
};

const onPaper = (lastName: string) => ({
  email: `${lastName.toLowerCase()}@example.org`,
  firstName: 'Jona',
  lastName,
  phoneNumber: '+49 170 1234567',
  dateOfBirth: '2001-02-03',
  gender: 'OTHER',
  termsAccepted: true,
  locale: 'en-US',
});

/** A student's sign-up, as the form sends it. */
export async function signUpStudent(request: APIRequestContext, lastName: string): Promise<Applicant> {
  const person = { ...onPaper(lastName), aboutMe: 'I study the weather.' };
  const answer = await request.post('/api/v1/users/students/registrations', {
    multipart: {
      user: { name: 'user.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(person)) },
      file: proofOfStudy,
    },
  });
  expect(answer.status()).toBe(201);
  return { email: person.email, name: `Jona ${lastName}` };
}

/** A landlord's sign-up, as the form sends it. */
export async function signUpLandlord(request: APIRequestContext, lastName: string): Promise<Applicant> {
  const address = { street: 'Ringstraße', houseNumber: '7', postalCode: '50674', city: 'Köln' };
  const person = { ...onPaper(lastName), ...address };
  const answer = await request.post('/api/v1/users/landlords/registrations', { data: person });
  expect(answer.status()).toBe(201);
  return { email: person.email, name: `Jona ${lastName}` };
}
