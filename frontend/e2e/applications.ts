import { type APIRequestContext, expect } from '@playwright/test';
import { linkInMail } from './mails';
import { type RegisteredUser, registerStudent } from './registrations';
import { bearer, demoUsers } from './users';

export const studentPassword = 'ein Platz am Fenster';

type ActiveStudent = RegisteredUser & { headers: { authorization: string } };

/**
 * A student with an active account: registered, approved, and with the password set by the link of
 * the mail.
 */
export async function createStudent(
  request: APIRequestContext,
  lastName: string,
  password = studentPassword,
): Promise<ActiveStudent> {
  const student = await registerStudent(request, lastName);
  const { email } = student;
  const headers = await bearer(request, 'ADMIN');
  const registrations = '/api/v1/users/students/registrations';
  const list = await request.get(`${registrations}?status=PENDING&keyword=${encodeURIComponent(email)}`, {
    headers,
  });
  const { payload } = (await list.json()) as { payload: { externalId: string }[] };
  expect(payload).toHaveLength(1);
  const approved = await request.put(`${registrations}/${payload[0]?.externalId}?approved=true`, { headers });
  expect(approved.ok()).toBe(true);

  const link = await linkInMail(email, '/finish-registration');
  const registrationToken = new URLSearchParams(link.split('?')[1]).get('token');
  const finished = await request.post('/api/v1/users/finish-registration', {
    data: { email, password, registrationToken },
  });
  expect(finished.ok()).toBe(true);
  const session = await request.post('/api/v1/authenticate', { data: { email, password } });
  const { payload: tokens } = (await session.json()) as { payload: { token: string } };
  return { ...student, headers: { authorization: `Bearer ${tokens.token}` } };
}

/** Applies for a listing as the student of these headers. */
export async function apply(
  request: APIRequestContext,
  id: string,
  headers: Record<string, string>,
  applicationLetter = 'Hello, I would like to live there.',
): Promise<void> {
  const sent = await request.post(`/api/v1/applications/listing/${id}`, {
    data: { applicationLetter },
    headers,
  });
  expect(sent.status()).toBe(201);
}

/**
 * Applies for the demo landlord's oldest listing (other journeys use the newest) with each
 * student. Returns the title of the listing.
 */
export async function submitApplications(
  request: APIRequestContext,
  students: readonly ActiveStudent[],
): Promise<string> {
  const list = await request.get(
    '/api/v1/listings?status=AVAILABLE&pageSize=1&sortField=dateCreated&sortDirection=ASC',
    { headers: await bearer(request, 'LANDLORD') },
  );
  const { payload } = (await list.json()) as { payload: { externalId: string; title: string }[] };
  const [listing] = payload;
  if (!listing) throw new Error(`${demoUsers.LANDLORD} has no available listing.`);
  for (const { name, headers } of students) {
    await apply(request, listing.externalId, headers, `Hello,\n\nI would like to live there.\n\n${name}`);
  }
  return listing.title;
}

/**
 * Approves pending applications as the administrator, oldest first, so that the landlord sees them.
 */
export async function approveAsAdministrator(request: APIRequestContext, keyword: string): Promise<void> {
  const headers = await bearer(request, 'ADMIN');
  const list = await request.get(
    `/api/v1/applications?adminStatus=PENDING&sortField=dateCreated&sortDirection=ASC&keyword=${keyword}`,
    { headers },
  );
  const { payload } = (await list.json()) as { payload: { externalId: string }[] };
  for (const { externalId } of payload) {
    const response = await request.put(`/api/v1/applications/${externalId}/admin-review?status=APPROVED`, {
      headers,
    });
    expect(response.ok()).toBe(true);
  }
}
