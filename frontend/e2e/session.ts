import { expect, type Page } from '@playwright/test';
import { createInput } from './input';
import { demoUsers, password as demoPassword, type Role } from './users';
import type { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

/** Logs in as a demo user by the link in the header of any page. */
export const logIn = (page: Page, t: Texts, role: Role, input = createInput(page)): Promise<void> =>
  logInWith(page, t, demoUsers[role], demoPassword, input);

export async function logInWith(
  page: Page,
  t: Texts,
  email: string,
  password: string,
  input = createInput(page),
): Promise<void> {
  const link = page.getByRole('banner').getByRole('link', { name: t('shell', 'nav.logIn') });
  await input.press(link);
  await fillLogin(page, t, email, password, input);
  await expect(link).toHaveCount(0);
}

/** Fills in and submits the form of the login page. */
export async function fillLogin(
  page: Page,
  t: Texts,
  email: string,
  password = demoPassword,
  input = createInput(page),
): Promise<void> {
  await input.type(page.getByLabel(t('session', 'login.email')), email);
  await input.type(page.getByLabel(t('session', 'login.password'), { exact: true }), password);
  await input.press(
    page.getByRole('main').getByRole('button', { name: t('session', 'login.submit'), exact: true }),
  );
}

/** Logs out by the menu of the avatar. */
export async function logOut(page: Page, t: Texts, input = createInput(page)): Promise<void> {
  await input.press(page.getByRole('banner').locator('button[aria-haspopup=menu]').last());
  await input.pick(page.getByRole('menuitem', { name: t('shell', 'nav.logOut') }));
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('banner').getByRole('link', { name: t('shell', 'nav.logIn') })).toBeVisible();
}
