import type { Page } from '@playwright/test';
import { paths } from '../src/app/paths';
import { expect, test } from './journey';
import { boundingBoxOf } from './boundingBox';
import { findListingToApply, findPublicListing } from './listings';
import { startSession, password, demoUsers } from './users';
import { textsOf } from './texts';
import { heading } from './page';

const backgroundColor = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** The lines of text of the page. */
const readLines = (page: Page) =>
  page
    .getByRole('main')
    .evaluate((main) => (main as HTMLElement).innerText.split('\n').map((line) => line.trim()));

test.describe('theme', () => {
  const light = 'rgb(243, 246, 245)';
  const dark = 'rgb(12, 20, 21)';

  for (const [stored, system, expected] of [
    ['dark', 'light', dark],
    ['light', 'dark', light],
    [null, 'dark', dark],
    [null, 'light', light],
  ] as const) {
    test(`stored ${stored}, system ${system}: has the right background before any script`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: system });
      if (stored) await page.addInitScript((theme) => localStorage.setItem('theme', theme), stored);
      await page.route('**/assets/**/*.js', () => new Promise(() => undefined));
      await page.goto('/', { waitUntil: 'commit' });
      await expect.poll(() => backgroundColor(page)).toBe(expected);
    });
  }

  test('changes by the toggle and is stored', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible();
    expect(await backgroundColor(page)).toBe(dark);
  });
});

test.describe('language', () => {
  for (const [name, role, common] of [
    ['login', undefined, []],
    ['signUpStudent', undefined, []],
    ['signUpLandlord', undefined, []],
    ['forgotPassword', undefined, []],
    ['resetPassword', undefined, []],
    ['about', undefined, []],
    ['changePassword', 'LANDLORD', []],
    // Languages have their native names, and sessions those of their devices.
    ['account', 'STUDENT', ['Deutsch', 'English', 'Passkeys', 'Chrome, Linux', '127.0.0.1']],
    ['studentApplications', 'ADMIN', []],
    ['myApplications', 'STUDENT', ['Status']],
  ] as const) {
    test(`changes every text of ${paths[name].path}`, async ({ page }) => {
      if (role) await startSession(page, role);
      // Without rows, because texts of users are not translated.
      await page.goto(`${paths[name].path}${role ? '?keyword=zzzzzz' : ''}`);
      await page.waitForLoadState('networkidle');
      const english = await readLines(page);
      await page.getByRole('button', { name: 'DE – Auf Deutsch umschalten' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
      expect(english.length).toBeGreaterThan(3);
      let german: string[] = [];
      // Repeated, because the texts of the other language are loaded.
      await expect(async () => {
        german = await readLines(page);
        expect(german.length).toBeGreaterThan(3);
        const unchanged = german.filter((line) => line !== '' && english.includes(line));
        expect([...new Set(unchanged)]).toEqual([...common]);
      }).toPass({ timeout: 15_000 });
      await page.reload();
      await expect(heading(page)).toHaveText(german[0] ?? '');
    });
  }
});

test('the bottom bar shows at 767 px and not at 768 px', async ({ page }) => {
  const bar = page.getByRole('navigation', { name: 'Quick access' });
  await page.setViewportSize({ width: 767, height: 900 });
  await page.goto('/');
  await expect(bar).toBeVisible();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(bar).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the header has a search on the home page only', async ({ page }) => {
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

  test('shows one search field at a time: in the page, then in the header', async ({ page }) => {
    const headerField = page.getByRole('banner').getByRole('combobox');
    const fields = page.locator('input[name=keyword]').filter({ visible: true });
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(fields).toHaveCount(1);
    await expect(headerField).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, window.innerHeight));
    await expect(headerField).toBeVisible();
    await expect(page.getByLabel('City, district or keyword')).not.toBeInViewport();
    await headerField.fill('Balkon');
    // A focused field stays.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(headerField).toBeFocused();
    await headerField.press('Enter');
    await expect(page).toHaveURL(/keyword=Balkon/);
    await page.goto('/login');
    await expect(headerField).toHaveCount(0);
  });

  test('the bottom bar does not cover a link that gets the focus', async ({ page, request }) => {
    const { externalId } = await findPublicListing(request);
    await page.goto(`/listing/${externalId}`);
    const link = page.getByRole('contentinfo').getByRole('link').first();
    // The browser scrolls only to what is outside of the window; behind the bar is inside.
    await link.evaluate((element) =>
      window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + 8),
    );
    const apply = page.getByRole('main').getByRole('link', { name: 'Apply', exact: true }).last();
    await apply.evaluate((element) => element.focus({ preventScroll: true }));
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    const bar = await boundingBoxOf(page.getByRole('navigation', { name: 'Quick access' }));
    expect((await boundingBoxOf(link)).bottom).toBeLessThanOrEqual(bar.y);
  });
});

test('search, listing, login and application work by keyboard', async ({ page, request }) => {
  const t = textsOf('en-US');
  const { title } = await findListingToApply(request);
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
  await page.keyboard.type(demoUsers.STUDENT);
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

/** Presses Tab until a matching element of the page has visible focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const isFocused = await page.evaluate((target) => {
      const active = document.activeElement;
      return active !== null && active.closest('main') !== null && active.matches(`${target}:focus-visible`);
    }, selector);
    if (isFocused) return;
  }
  throw new Error(`Tab never reached ${selector}`);
}
