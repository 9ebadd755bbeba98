import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { findListingToApply, findPublicListing } from './listings';
import { startSession } from './users';
import { createSecondBuild, deploy } from './secondBuild';
import { textsOf } from './texts';
import { heading } from './page';

type Texts = ReturnType<typeof textsOf>;

const runsSecondBuild = (page: Page) => page.evaluate(() => 'isSecondBuild' in globalThis);

const footerLink = (page: Page, t: Texts, link: string) =>
  page.getByRole('contentinfo').getByRole('link', { name: t('shell', link), exact: true });

/** Opens a page completely. On a busy machine the network is idle before the footer is rendered. */
async function openContact(page: Page, t: Texts): Promise<void> {
  await page.goto('/contact');
  await expect(footerLink(page, t, 'footer.about')).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Counts the loads of the page from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => loads++);
  return () => loads;
}

/** Expects one reload at the next navigation, and none at the one after it. */
async function expectOneReload(page: Page, t: Texts, loads: () => number): Promise<void> {
  await footerLink(page, t, 'footer.about').click();
  await expect(heading(page)).toHaveText(t('portal', 'about.heading'));
  await expect.poll(() => runsSecondBuild(page)).toBe(true);
  expect(loads()).toBe(1);
  await footerLink(page, t, 'footer.contact').click();
  await expect(heading(page)).toHaveText(t('portal', 'contact.heading'));
  expect(loads()).toBe(1);
}

test.describe('a new build', () => {
  let secondBuild = '';
  test.beforeAll(async () => {
    secondBuild = await createSecondBuild();
  });
  test.afterAll(() => rm(secondBuild, { recursive: true, force: true }));
  // The files of the previous build are gone.
  test.use({ expectedErrors: ['404', 'PartError'] });

  test('reloads the tab once at its next navigation and keeps typed values', async ({
    page,
    context,
    request,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    const letter = 'Guten Tag, ich suche ein Zimmer.';
    await startSession(page, 'STUDENT');
    await page.goto(`/listing/${(await findListingToApply(request)).externalId}/apply`);
    const field = page.getByLabel(t('applications', 'apply.letter'));
    await field.fill(letter);
    await deploy(context, secondBuild);
    const loads = countLoads(page);
    const buildResponse = page.waitForResponse('**/build.json');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await buildResponse;
    expect(await runsSecondBuild(page)).toBe(false);

    await expectOneReload(page, t, loads);

    await page.goBack();
    await page.goBack();
    await expect(field).toHaveValue(letter);
  });

  test('that the tab does not know reloads it when the code of a page is missing', async ({
    page,
    context,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    await openContact(page, t);
    await deploy(context, secondBuild);
    const loads = countLoads(page);
    await expectOneReload(page, t, loads);
  });
});

test.describe('without a network', () => {
  // The last one: preloads of an app that does not start.
  test.use({
    expectedErrors: ['ERR_INTERNET_DISCONNECTED', 'ERR_FAILED', 'PartError', 'preloaded using link preload'],
  });

  test('a page shows that it could not be loaded, and loads when the network is back', async ({
    page,
    context,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    await openContact(page, t);
    await context.setOffline(true);
    await footerLink(page, t, 'footer.about').click();
    await expect(heading(page)).toHaveText(t('shell', 'page.failed'));
    await expect(page.getByRole('main')).toContainText(t('shell', 'part.offlineText'));
    await expect(page.getByRole('button', { name: t('shell', 'retry') })).toBeVisible();
    await inspect(page, 'recovery-page');
    await context.setOffline(false);
    await expect(heading(page)).toHaveText(t('portal', 'about.heading'));
  });

  test('a dialog shows an error above its page and opens with Try again', async ({
    page,
    request,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    const { externalId } = await findPublicListing(request);
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

  test('missing texts show in the other language with a notice', async ({ page, locale }) => {
    const language = locale ?? 'de-DE';
    const t = textsOf(language);
    const other = textsOf(language === 'de-DE' ? 'en-US' : 'de-DE');
    const file = `**/locales/${language}/portal.json`;
    await page.route(file, (route) => route.abort());
    await page.goto('/about');
    await expect(heading(page)).toHaveText(other('portal', 'about.heading'));
    const notice = page.getByText(t('shell', 'translations.other'));
    await expect(notice).toBeVisible();
    await inspect(page, 'recovery-texts');
    await page.unroute(file);
    await page.getByRole('button', { name: t('shell', 'retry') }).click();
    await expect(heading(page)).toHaveText(t('portal', 'about.heading'));
    await expect(notice).toHaveCount(0);
  });

  test('a first page without its code shows an error, and reloads when the network is back', async ({
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
