import { expect, type Page } from '@playwright/test';
import { password as demoPassword, people, type Role } from './people';
import type { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

/** Logs in from wherever the page is, by its header. */
export async function logIn(page: Page, t: Texts, role: Role): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('shell', 'nav.logIn') })
    .click();
  await fillLogin(page, t, people[role]);
  await expect(page.getByRole('banner').getByRole('link', { name: t('shell', 'nav.logIn') })).toHaveCount(0);
}

/** Fills in the form of the log-in page and sends it. */
export async function fillLogin(page: Page, t: Texts, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel(t('session', 'login.email')).fill(email);
  await page.getByLabel(t('session', 'login.password'), { exact: true }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('session', 'login.submit') })
    .click();
}

export async function logOut(page: Page, t: Texts): Promise<void> {
  await page.getByRole('banner').locator('button[aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: t('shell', 'nav.logOut') }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('banner').getByRole('link', { name: t('shell', 'nav.logIn') })).toBeVisible();
}
