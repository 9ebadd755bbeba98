import type { Page } from '@playwright/test';
import { paths } from '../src/app/paths';
import { expect, test } from './journey';
import { freeListing } from './listings';
import { becomeUser, password, people } from './people';
import { textsOf } from './texts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const ground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** What a screen says, without what means the same in both languages: names, numbers, places. */
const said = (page: Page) =>
  page
    .getByRole('main')
    .evaluate((main) => (main as HTMLElement).innerText.split('\n').map((line) => line.trim()));

test.describe('the theme', () => {
  const light = 'rgb(243, 246, 245)';
  const dark = 'rgb(12, 20, 21)';

  for (const [stored, system, expected] of [
    ['dark', 'light', dark],
    ['light', 'dark', light],
    [null, 'dark', dark],
    [null, 'light', light],
  ] as const) {
    test(`C51 C52: stored ${stored}, system ${system}: right before any of our scripts has run`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: system });
      if (stored) await page.addInitScript((theme) => localStorage.setItem('theme', theme), stored);
      await page.route('**/assets/**/*.js', () => new Promise(() => undefined));
      await page.goto('/', { waitUntil: 'commit' });
      await expect.poll(() => ground(page)).toBe(expected);
    });
  }

  test('C50: the toggle changes it, and it is stored and kept', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible();
    expect(await ground(page)).toBe(dark);
  });
});

test.describe('the language', () => {
  for (const [name, role, common] of [
    ['login', undefined, []],
    ['signUpStudent', undefined, []],
    ['signUpLandlord', undefined, []],
    ['forgotPassword', undefined, []],
    ['resetPassword', undefined, []],
    ['about', undefined, []],
    ['changePassword', 'LANDLORD', []],
    // Languages are called by their own names.
    ['account', 'STUDENT', ['Deutsch', 'English']],
    ['studentApplications', 'ADMIN', []],
    ['myApplications', 'STUDENT', ['Status']],
  ] as const) {
    test(`C42: every text of ${paths[name].path} changes with it`, async ({ page }) => {
      if (role) await becomeUser(page, role);
      // No rows: what people have written is in their own language.
      await page.goto(`${paths[name].path}${role ? '?keyword=zzzzzz' : ''}`);
      await page.waitForLoadState('networkidle');
      const english = await said(page);
      await page.getByRole('button', { name: 'DE – Auf Deutsch umschalten' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
      await page.waitForLoadState('networkidle');
      const german = await said(page);
      expect(english.length).toBeGreaterThan(3);
      expect(german.filter((line) => line !== '' && english.includes(line))).toEqual([...common]);
      await page.reload();
      await expect(heading(page)).toHaveText(german[0] ?? '');
    });
  }
});

test('B33: the bottom bar is there at 767 and not at 768', async ({ page }) => {
  const bar = page.getByRole('navigation', { name: 'Quick access' });
  await page.setViewportSize({ width: 767, height: 900 });
  await page.goto('/');
  await expect(bar).toBeVisible();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(bar).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('B32: the header has a search on / and on no other page', async ({ page }) => {
    const button = page.getByRole('banner').getByRole('button', { name: 'Search by keyword' });
    await page.goto('/');
    await expect(button).toBeVisible();
    await button.click();
    await expect(page.getByLabel('City, district or keyword')).toBeFocused();
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(button).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('combobox')).toHaveCount(0);
  });

  test('there is one search field at a time: of the page, then of the header', async ({ page }) => {
    const ofHeader = page.getByRole('banner').getByRole('combobox');
    const fields = page.locator('input[name=keyword]').filter({ visible: true });
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(fields).toHaveCount(1);
    await expect(ofHeader).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, window.innerHeight));
    await expect(ofHeader).toBeVisible();
    await expect(page.getByLabel('City, district or keyword')).not.toBeInViewport();
    await ofHeader.fill('Balkon');
    // What somebody types in does not go away.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(ofHeader).toBeFocused();
    await ofHeader.press('Enter');
    await expect(page).toHaveURL(/keyword=Balkon/);
    await page.goto('/login');
    await expect(ofHeader).toHaveCount(0);
  });
});

test('search, listing, log-in and application work with the keyboard alone', async ({ page, request }) => {
  const t = textsOf('en-US');
  const { title } = await freeListing(request);
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: t('shell', 'skipToContent') })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, 'input[name=keyword]');
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/keyword=/);
  await expect(page.getByRole('article').first()).toContainText(title);
  await tabTo(page, 'article h3 a');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(title);
  await tabTo(page, 'a[href$="/apply"]');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(t('session', 'login.email'))).toBeVisible();
  await tabTo(page, 'input[name=email]');
  await page.keyboard.type(people.STUDENT);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(t('applications', 'apply.letter'))).toBeVisible();
  await tabTo(page, 'textarea');
  await page.keyboard.type('Guten Tag');
  await tabTo(page, 'form button[type=submit]');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/application-success$/);
});

/** Presses Tab until an element of the page has the focus, so that it shows. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate((wanted) => {
      const active = document.activeElement;
      return active !== null && active.closest('main') !== null && active.matches(`${wanted}:focus-visible`);
    }, selector);
    if (found) return;
  }
  throw new Error(`Tab never reached ${selector}`);
}
