import { type APIRequestContext, expect } from '@playwright/test';
import { linkInMail } from './mails';
import { authenticate, people, type Role } from './people';
import { type Applicant, signUpStudent } from './registrations';

export const ownPassword = 'ein Platz am Fenster';

type Member = Applicant & { headers: { authorization: string } };

const bearer = async (request: APIRequestContext, role: Role) => ({
  authorization: `Bearer ${await authenticate(request, role)}`,
});

/** A student who may log in, on the same way as everybody: signed up, approved, and with the link of the mail. */
export async function newStudent(request: APIRequestContext, lastName: string): Promise<Member> {
  const applicant = await signUpStudent(request, lastName);
  const admin = await bearer(request, 'ADMIN');
  const registrations = '/api/v1/users/students/registrations';
  const found = await request.get(`${registrations}?status=PENDING&keyword=${applicant.email}`, {
    headers: admin,
  });
  const { payload } = (await found.json()) as { payload: { externalId: string }[] };
  expect(payload).toHaveLength(1);
  const approved = await request.put(`${registrations}/${payload[0]?.externalId}?approved=true`, {
    headers: admin,
  });
  expect(approved.ok()).toBe(true);

  const link = await linkInMail(applicant.email, '/finish-registration');
  const registrationToken = new URLSearchParams(link.split('?')[1]).get('token');
  const { email } = applicant;
  const finished = await request.post('/api/v1/users/finish-registration', {
    data: { email, password: ownPassword, registrationToken },
  });
  expect(finished.ok()).toBe(true);
  const session = await request.post('/api/v1/authenticate', { data: { email, password: ownPassword } });
  const { payload: opened } = (await session.json()) as { payload: { token: string } };
  return { ...applicant, headers: { authorization: `Bearer ${opened.token}` } };
}

/**
 * Applications of new students, each to the demo landlord's oldest listing (other journeys begin with the newest);
 * answers the listing's title.
 */
export async function applyFor(request: APIRequestContext, students: readonly Member[]): Promise<string> {
  const own = await request.get(
    '/api/v1/listings?status=AVAILABLE&pageSize=1&sortField=dateCreated&sortDirection=ASC',
    {
      headers: await bearer(request, 'LANDLORD'),
    },
  );
  const { payload } = (await own.json()) as { payload: { externalId: string; title: string }[] };
  const [listing] = payload;
  if (!listing) throw new Error(`${people.LANDLORD} has no available listing.`);
  for (const { name, headers } of students) {
    const applicationLetter = `Hello,\n\nI would like to live there.\n\n${name}`;
    const sent = await request.post(`/api/v1/applications/listing/${listing.externalId}`, {
      data: { applicationLetter },
      headers,
    });
    expect(sent.status()).toBe(201);
  }
  return listing.title;
}

/** What an administrator does so that the landlord gets to see the applications. */
export async function passOn(request: APIRequestContext, keyword: string): Promise<void> {
  const headers = await bearer(request, 'ADMIN');
  const found = await request.get(
    `/api/v1/applications?adminStatus=PENDING&sortField=dateCreated&sortDirection=ASC&keyword=${keyword}`,
    { headers },
  );
  const { payload } = (await found.json()) as { payload: { externalId: string }[] };
  for (const { externalId } of payload) {
    const passed = await request.put(`/api/v1/applications/${externalId}/admin-review?status=APPROVED`, {
      headers,
    });
    expect(passed.ok()).toBe(true);
  }
}
