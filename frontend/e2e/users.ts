import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** The emails of the demo users. */
export const demoUsers = {
  ADMIN: 'admin@portal.test',
  LANDLORD: 'landlord@portal.test',
  STUDENT: 'student@portal.test',
} as const;

export type Role = keyof typeof demoUsers;

export const password = 'portal-demo';

/** Logs in by a request: sets the cookies of the context and returns the token. */
export async function authenticate(request: APIRequestContext, role: Role): Promise<string> {
  const response = await request.post('/api/v1/authenticate', {
    data: { email: demoUsers[role], password },
  });
  expect(response.status()).toBe(200);
  const { payload } = (await response.json()) as { payload: { token: string } };
  return payload.token;
}

export const bearer = async (request: APIRequestContext, role: Role) => ({
  authorization: `Bearer ${await authenticate(request, role)}`,
});

/** The full name of a demo user. */
export async function nameOf(request: APIRequestContext, role: Role): Promise<string> {
  const response = await request.get('/api/v1/users/profile', { headers: await bearer(request, role) });
  const { payload } = (await response.json()) as { payload: { firstName: string; lastName: string } };
  return `${payload.firstName} ${payload.lastName}`;
}

/** Makes the next page open with a session of a demo user. */
export async function startSession(page: Page, role: Role): Promise<void> {
  const token = await authenticate(page.request, role);
  // A frame with an opaque origin, such as that of a PDF, has no storage.
  await page.addInitScript((stored) => window.localStorage?.setItem('token', stored), token);
}
