import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { freeListing, publicListing } from './listings';
import { becomeUser } from './people';
import { buildAgain, deploy } from './secondBuild';
import { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const runsSecondBuild = (page: Page) => page.evaluate(() => 'isSecondBuild' in globalThis);

async function follow(page: Page, t: Texts, link: string): Promise<void> {
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('shell', link), exact: true })
    .click();
}

/** How often the page has been loaded since. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => loads++);
  return () => loads;
}

/** The next page comes with the second build and one reload, the one after it without. */
async function expectOneReload(page: Page, t: Texts, loads: () => number): Promise<void> {
  await follow(page, t, 'footer.about');
  await expect(heading(page)).toHaveText(t('portal', 'about.heading'));
  await expect.poll(() => runsSecondBuild(page)).toBe(true);
  expect(loads()).toBe(1);
  await follow(page, t, 'footer.contact');
  await expect(heading(page)).toHaveText(t('portal', 'contact.heading'));
  expect(loads()).toBe(1);
}

test.describe('a new build behind an open tab', () => {
  let second = '';
  test.beforeAll(async () => {
    second = await buildAgain();
  });
  test.afterAll(() => rm(second, { recursive: true, force: true }));
  // The files of the build before are gone.
  test.use({ provoked: ['404', 'PartError'] });

  test('reloads the tab at its next navigation, once, and keeps what was typed', async ({
    page,
    context,
    request,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    const letter = 'Guten Tag, ich suche ein Zimmer.';
    await becomeUser(page, 'STUDENT');
    await page.goto(`/listing/${(await freeListing(request)).externalId}/apply`);
    const field = page.getByLabel(t('applications', 'apply.letter'));
    await field.fill(letter);
    await deploy(context, second);
    const loads = countLoads(page);
    const asked = page.waitForResponse('**/build.json');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await asked;
    expect(await runsSecondBuild(page)).toBe(false);

    await expectOneReload(page, t, loads);

    await page.goBack();
    await page.goBack();
    await expect(field).toHaveValue(letter);
  });

  test('that the tab has not heard of yet: the page that is gone comes with one reload', async ({
    page,
    context,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    await page.goto('/contact');
    await page.waitForLoadState('networkidle');
    await deploy(context, second);
    const loads = countLoads(page);
    await expectOneReload(page, t, loads);
  });
});

test.describe('without a network', () => {
  // The last: what was loaded ahead for an app that never begins.
  test.use({
    provoked: ['ERR_INTERNET_DISCONNECTED', 'ERR_FAILED', 'PartError', 'preloaded using link preload'],
  });

  test('a page says that it could not be loaded, and comes by itself with the network', async ({
    page,
    context,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    await page.goto('/contact');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await follow(page, t, 'footer.about');
    await expect(heading(page)).toHaveText(t('shell', 'page.failed'));
    await expect(page.getByRole('main')).toContainText(t('shell', 'part.offlineText'));
    await expect(page.getByRole('button', { name: t('shell', 'retry') })).toBeVisible();
    await inspect(page, 'recovery-page');
    await context.setOffline(false);
    await expect(heading(page)).toHaveText(t('portal', 'about.heading'));
  });

  test('a dialog says so above its page, which stays, and opens with Try again', async ({
    page,
    request,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    const { externalId } = await publicListing(request);
    await page.goto(`/listing/${externalId}`);
    await page.waitForLoadState('networkidle');
    const title = await heading(page).textContent();
    await page.route('**/assets/ReportDialog*', (route) => route.abort());
    await page.getByRole('button', { name: t('reports', 'open') }).click();
    const bar = page.getByRole('alert').filter({ hasText: t('shell', 'part.failed') });
    await expect(bar).toBeVisible();
    await expect(heading(page)).toHaveText(title ?? '');
    await inspect(page, 'recovery-dialog');
    await page.unroute('**/assets/ReportDialog*');
    await bar.getByRole('button', { name: t('shell', 'retry') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(bar).toHaveCount(0);
  });

  test('texts that are missing stand in the other language, with a notice', async ({ page, locale }) => {
    const own = locale ?? 'de-DE';
    const t = textsOf(own);
    const other = textsOf(own === 'de-DE' ? 'en-US' : 'de-DE');
    const file = `**/locales/${own}/portal.json`;
    await page.route(file, (route) => route.abort());
    await page.goto('/about');
    await expect(heading(page)).toHaveText(other('portal', 'about.heading'));
    const notice = page.getByText(t('shell', 'texts.other'));
    await expect(notice).toBeVisible();
    await inspect(page, 'recovery-texts');
    await page.unroute(file);
    await page.getByRole('button', { name: t('shell', 'retry') }).click();
    await expect(heading(page)).toHaveText(t('portal', 'about.heading'));
    await expect(notice).toHaveCount(0);
  });

  test('a first page whose code is missing says so, and reloads with the network', async ({
    page,
    context,
  }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/about');
    await expect(page.locator('.failed')).toBeVisible();
    await inspect(page, 'recovery-first-page');
    await page.unroute('**/assets/*.js');
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.locator('.failed')).toHaveCount(0);
  });
});
