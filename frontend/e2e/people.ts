import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** The demo people. */
export const people = {
  ADMIN: 'admin@portal.test',
  LANDLORD: 'landlord@portal.test',
  STUDENT: 'student@portal.test',
} as const;

export type Role = keyof typeof people;

export const password = 'portal-demo';

/** Logs in without the form: cookies as the form would leave them, and the token. */
export async function authenticate(request: APIRequestContext, role: Role): Promise<string> {
  const answer = await request.post('/api/v1/authenticate', { data: { email: people[role], password } });
  expect(answer.status()).toBe(200);
  const { payload } = (await answer.json()) as { payload: { token: string } };
  return payload.token;
}

/** Opens the app as somebody who is logged in already. */
export async function becomeUser(page: Page, role: Role): Promise<void> {
  const token = await authenticate(page.request, role);
  // A frame without an origin of its own, as that of a document, has no storage.
  await page.addInitScript((stored) => window.localStorage?.setItem('token', stored), token);
}
