import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openFilters } from './desk';
import { handsOf } from './hands';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { listingWithPictures, removeListing, rentOut } from './picturedListing';
import { roomPictures } from './roomPictures';
import { logIn, logOut } from './session';
import { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

const reason = 'Die Bilder zeigen eine andere Wohnung.\nBitte tausch sie aus.';
const made: string[] = [];

test.afterEach(async ({ request }) => {
  for (const id of made.splice(0)) await removeListing(request, id);
});

// The second request for a donation, and the status that a blocked listing cannot have.
test.use({ provoked: ['409'] });

test('an administrator looks after the place', async ({ page, request, locale }) => {
  // A debug build takes its time for the pictures of three listings and a setting.
  test.slow();
  const t = textsOf(locale ?? 'de-DE');
  const rented = await listingWithPictures(request, 1);
  const reported = await listingWithPictures(request, 1);
  made.push(rented.id, reported.id);
  await rentOut(request, rented.id);

  await test.step('a visitor reports a listing', () => report(page, t, reported.id));
  await page.goto('/');
  await logIn(page, t, 'ADMIN');

  await test.step('an event is acknowledged, and its landlord asked for a donation', () =>
    clearEvent(page, t, rented.word));
  await test.step('the figures, as charts and as tables', () => readStats(page, t));
  await test.step('a new picture is in use at once', () => exchangePicture(page, t));
  await test.step('the trail has it all, and goes into a file', () => readTrail(page, t));
  await test.step('the reported listing is taken down', () => takeDown(page, t, reported.word));

  await page.goto('/');
  await logOut(page, t);
  await logIn(page, t, 'LANDLORD');
  await test.step('its landlord reads why, and cannot bring it back', () =>
    readReason(page, t, reported.id, reported.word));
});

async function report(page: Page, t: Texts, id: string): Promise<void> {
  await page.goto(`/listing/${id}`);
  await page.getByRole('button', { name: t('reports', 'open') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('reports', 'send') }).click();
  await expect(dialog.getByText(t('errors', 'validation.required'))).toHaveCount(2);
  await inspect(page, 'place-1-report-missing');
  await dialog.getByRole('radio', { name: t('reports', 'reason.WRONG_DATA') }).check();
  await dialog
    .getByLabel(t('reports', 'what'))
    .fill(`Die Bilder sind aus dem Netz.\n${'So viel dazu. '.repeat(30)}`);
  await dialog.getByRole('button', { name: t('reports', 'send') }).click();
  await expect(page.getByRole('dialog', { name: t('reports', 'thanks.title') })).toBeVisible();
  await inspect(page, 'place-1-report-thanks');
  await dialog.getByRole('button', { name: t('shell', 'dialog.close') }).click();
}

const rowOf = (page: Page, word: string) => page.getByRole('row').filter({ hasText: word });

async function openEvents(page: Page, t: Texts, word: string): Promise<void> {
  await page.goto('/events');
  await page.getByLabel(t('lists', 'filter.keyword'), { exact: true }).fill(word);
  await expect(page).toHaveURL(/keyword=/);
  await expect(rowOf(page, word)).toHaveCount(1);
}

async function clearEvent(page: Page, t: Texts, word: string): Promise<void> {
  await openEvents(page, t, word);
  const ask = rowOf(page, word)
    .getByRole('button')
    .filter({ hasText: t('donations', 'open') });
  const send = page.getByRole('dialog').getByRole('button', { name: t('donations', 'send') });
  await ask.click();
  await inspect(page, 'place-2-donation');
  await send.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await ask.click();
  await send.click();
  const refusal = page.getByRole('dialog').getByRole('alert');
  await expect(refusal).toHaveText(t('errors', 'exception.donation.already-requested'));
  // The button that had the focus was disabled while the request ran; the dialog kept the keyboard all the same.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rowOf(page, word)
    .getByRole('button')
    .filter({ hasText: t('events', 'acknowledge') })
    .click();
  await expect(rowOf(page, word)).toHaveCount(0);
  await openFilters({ page, t, hands: handsOf(page, 'mouse') });
  await page.getByRole('button', { name: t('events', 'show.all') }).click();
  await expect(page).toHaveURL(/showAll=true/);
  await expect(rowOf(page, word)).toContainText(t('events', 'acknowledged'));
  await inspect(page, 'place-2-events');
}

async function readStats(page: Page, t: Texts): Promise<void> {
  await page.goto('/stats');
  const card = page.getByRole('region', { name: t('stats', 'card.listing'), exact: true });
  await expect(card.getByRole('definition').first()).toHaveText(/^[1-9]/);
  const listings = t('stats', 'week.listings');
  const chart = page.getByRole('region', { name: listings, exact: true });
  await expect(chart.locator('svg')).toBeVisible();
  await inspect(page, 'place-3-stats');
  await chart.getByRole('button', { name: t('stats', 'asTableNamed', { title: listings }) }).click();
  await expect(chart.getByRole('row')).toHaveCount(27);
  await expect(chart.getByRole('row').last()).not.toHaveText(/\b0$/);
  await inspect(page, 'place-3-stats-table');
}

async function exchangePicture(page: Page, t: Texts): Promise<void> {
  await page.goto('/settings');
  const name = t('settings', 'name.about.picture');
  const setting = page.getByRole('article', { name });
  const update = setting.getByRole('button', { name: t('settings', 'update') });
  await expect(update).toBeDisabled();
  const [picture] = await roomPictures(page, 1);
  if (picture) await setting.locator('input[type=file]').setInputFiles(picture);
  await expect(setting.getByRole('img', { name: t('settings', 'chosenFor', { name }) })).toBeVisible();
  await inspect(page, 'place-4-settings-chosen');
  await update.click();
  await expect(page.getByText(t('settings', 'done', { name }))).toBeVisible({ timeout: 60_000 });
  const shown = setting.getByRole('img', { name: t('settings', 'nowOf', { name }) });
  const source = await shown.getAttribute('src');
  await inspect(page, 'place-4-settings-done');
  // Without a new page: what is public of the settings is read anew at once.
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('shell', 'footer.about') })
    .click();
  await expect(page.getByRole('main').locator(`img[src="${source}"]`)).toBeVisible();
  await inspect(page, 'place-4-about');
}

async function readTrail(page: Page, t: Texts): Promise<void> {
  await page.goto('/events');
  await page.getByRole('link', { name: t('events', 'audit') }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(rowOf(page, t('audit', 'action.DONATION_REQUESTED')).first()).toBeVisible();
  await openFilters({ page, t, hands: handsOf(page, 'mouse') });
  await page.getByText(t('audit', 'actions'), { exact: true }).click();
  await page.getByRole('checkbox', { name: t('audit', 'action.SETTING_CHANGED') }).check({ force: true });
  await expect(page).toHaveURL(/action=SETTING_CHANGED/);
  await expect(rowOf(page, t('audit', 'action.DONATION_REQUESTED'))).toHaveCount(0);
  await inspect(page, 'place-5-audit');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('lists', 'download') }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toContain('SETTING_CHANGED');
}

async function takeDown(page: Page, t: Texts, word: string): Promise<void> {
  await openEvents(page, t, word);
  await expect(rowOf(page, word)).toContainText(t('reports', 'reason.WRONG_DATA'));
  await page.getByRole('button', { name: t('events', 'report.unfold') }).click();
  await rowOf(page, word)
    .getByRole('button')
    .filter({ hasText: t('reports', 'takedown.open') })
    .click();
  await page.getByLabel(t('reports', 'takedown.reason')).fill(reason);
  await inspect(page, 'place-6-takedown');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('reports', 'takedown.confirm') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // In a tab of its own.
  const [listing] = await Promise.all([
    page.waitForEvent('popup'),
    rowOf(page, word).getByRole('link').click(),
  ]);
  await expect(listing.getByRole('note')).toContainText('Bitte tausch sie aus.');
  await expect(listing.getByText(t('listings', 'status.ARCHIVED'), { exact: true })).toBeVisible();
  await inspect(listing, 'place-6-taken-down');
  await listing.close();
}

async function readReason(page: Page, t: Texts, id: string, word: string): Promise<void> {
  await page.goto(`/my-listings?keyword=${word}`);
  await expect(page.getByRole('note')).toContainText('Die Bilder zeigen eine andere Wohnung.');
  await inspect(page, 'place-7-my-listings');
  await page
    .getByRole('button')
    .filter({ hasText: t('myListings', 'changeStatus') })
    .click();
  await page.getByRole('dialog').getByRole('combobox').selectOption('AVAILABLE');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('myListings', 'change'), exact: true })
    .click();
  await expect(page.getByText(t('errors', 'exception.listing.blocked'))).toBeVisible();
  await page.goto(`/manage-listing/${id}`);
  await expect(page.getByRole('note')).toContainText('Bitte tausch sie aus.');
  await inspect(page, 'place-7-manage-listing');
}
