import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createInput } from './input';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { createListingWithImages, deleteListing, markRented } from './listingFixtures';
import { openFilters } from './reviewPage';
import { createRoomImages } from './roomImages';
import { logIn, logOut } from './session';
import { textsOf } from './texts';
import { rowOf } from './page';

type Texts = ReturnType<typeof textsOf>;

const reason = 'Die Bilder zeigen eine andere Wohnung.\nBitte tausch sie aus.';
const createdIds: string[] = [];

test.afterEach(async ({ request }) => {
  for (const id of createdIds.splice(0)) await deleteListing(request, id);
});

// The second donation request, the rejected status of a blocked listing, and the document of a listing
// that is not public: a new tab requests it without the administrator's token.
test.use({ expectedErrors: ['409', '404'] });

test('an administrator handles events, statistics, settings, audit trail and a takedown', async ({
  page,
  request,
  locale,
}) => {
  // A debug build is slow at the images of the listings and the setting.
  test.slow();
  const t = textsOf(locale ?? 'de-DE');
  const rented = await createListingWithImages(request, 1);
  const reported = await createListingWithImages(request, 1);
  createdIds.push(rented.id, reported.id);
  await markRented(request, rented.id);

  await test.step('a visitor reports a listing', () => report(page, t, reported.id));
  await page.goto('/');
  await logIn(page, t, 'ADMIN');

  await test.step('an event is acknowledged, and a donation requested', () =>
    handleEvent(page, t, rented.word));
  await test.step('statistics as charts and tables', () => readStats(page, t));
  await test.step('a new image of the settings shows at once', () => uploadSettingImage(page, t));
  await test.step('the audit trail has all actions and can be downloaded', () => readAuditTrail(page, t));
  await test.step('the reported listing is taken down', () => takeDown(page, t, reported.word));

  await page.goto('/');
  await logOut(page, t);
  await logIn(page, t, 'LANDLORD');
  await test.step('its landlord sees the reason and cannot publish it', () =>
    readReason(page, t, reported.id, reported.word));
});

async function report(page: Page, t: Texts, id: string): Promise<void> {
  await page.goto(`/listing/${id}`);
  await page.getByRole('button', { name: t('reports', 'open') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('reports', 'send') }).click();
  await expect(dialog.getByText(t('errors', 'validation.required'))).toHaveCount(2);
  await inspect(page, 'moderation-1-report-missing');
  await dialog.getByRole('radio', { name: t('reports', 'reason.WRONG_DATA') }).check();
  await dialog
    .getByLabel(t('reports', 'what'))
    .fill(`Die Bilder sind aus dem Netz.\n${'So viel dazu. '.repeat(30)}`);
  await dialog.getByRole('button', { name: t('reports', 'send') }).click();
  await expect(page.getByRole('dialog', { name: t('reports', 'thanks.title') })).toBeVisible();
  await inspect(page, 'moderation-1-report-thanks');
  await dialog.getByRole('button', { name: t('shell', 'dialog.close') }).click();
}

async function openEvents(page: Page, t: Texts, word: string): Promise<void> {
  await page.goto('/events');
  await page.getByLabel(t('lists', 'filter.keyword'), { exact: true }).fill(word);
  await expect(page).toHaveURL(/keyword=/);
  await expect(rowOf(page, word)).toHaveCount(1);
}

async function handleEvent(page: Page, t: Texts, word: string): Promise<void> {
  await openEvents(page, t, word);
  const request = rowOf(page, word)
    .getByRole('button')
    .filter({ hasText: t('donations', 'open') });
  const send = page.getByRole('dialog').getByRole('button', { name: t('donations', 'send') });
  await request.click();
  await inspect(page, 'moderation-2-donation');
  await send.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await request.click();
  await send.click();
  const error = page.getByRole('dialog').getByRole('alert');
  await expect(error).toHaveText(t('errors', 'exception.donation.already-requested'));
  // The button that had the focus was disabled while the request ran; the dialog kept the keyboard
  // all the same.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rowOf(page, word)
    .getByRole('button')
    .filter({ hasText: t('events', 'acknowledge') })
    .click();
  await expect(rowOf(page, word)).toHaveCount(0);
  await openFilters({ page, t, input: createInput(page, 'mouse') });
  await page.getByRole('button', { name: t('events', 'show.all') }).click();
  await expect(page).toHaveURL(/showAll=true/);
  await expect(rowOf(page, word)).toContainText(t('events', 'acknowledged'));
  await inspect(page, 'moderation-2-events');
}

async function readStats(page: Page, t: Texts): Promise<void> {
  await page.goto('/stats');
  const card = page.getByRole('region', { name: t('stats', 'card.listing'), exact: true });
  await expect(card.getByRole('definition').first()).toHaveText(/^[1-9]/);
  const listings = t('stats', 'week.listings');
  const chart = page.getByRole('region', { name: listings, exact: true });
  await expect(chart.locator('svg')).toBeVisible();
  await inspect(page, 'moderation-3-stats');
  await chart.getByRole('button', { name: t('stats', 'asTableNamed', { title: listings }) }).click();
  await expect(chart.getByRole('row')).toHaveCount(27);
  await expect(chart.getByRole('row').last()).not.toHaveText(/\b0$/);
  await inspect(page, 'moderation-3-stats-table');
}

async function uploadSettingImage(page: Page, t: Texts): Promise<void> {
  await page.goto('/settings');
  const name = t('settings', 'name.about.picture');
  const setting = page.getByRole('article', { name });
  const update = setting.getByRole('button', { name: t('settings', 'update') });
  await expect(update).toBeDisabled();
  const shown = setting.getByRole('img', { name: t('settings', 'nowOf', { name }) });
  const previous = (await shown.count()) > 0 ? await shown.getAttribute('src') : null;
  const [image] = await createRoomImages(page, 1);
  if (image) await setting.locator('input[type=file]').setInputFiles(image);
  await expect(setting.getByRole('img', { name: t('settings', 'chosenFor', { name }) })).toBeVisible();
  await inspect(page, 'moderation-4-settings-chosen');
  await update.click();
  await expect(page.getByText(t('settings', 'done', { name }))).toBeVisible({ timeout: 60_000 });
  // The list is requested again only after the upload.
  await expect(shown).not.toHaveAttribute('src', previous ?? '');
  const source = await shown.getAttribute('src');
  await inspect(page, 'moderation-4-settings-done');
  // Without a reload: the public settings are requested again.
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('shell', 'footer.about') })
    .click();
  await expect(page.getByRole('main').locator(`img[src="${source}"]`)).toBeVisible();
  await inspect(page, 'moderation-4-about');
}

async function readAuditTrail(page: Page, t: Texts): Promise<void> {
  await page.goto('/events');
  await page.getByRole('link', { name: t('events', 'audit') }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(rowOf(page, t('audit', 'action.DONATION_REQUESTED')).first()).toBeVisible();
  await openFilters({ page, t, input: createInput(page, 'mouse') });
  await page.getByText(t('audit', 'actions'), { exact: true }).click();
  await page.getByRole('checkbox', { name: t('audit', 'action.SETTING_CHANGED') }).check({ force: true });
  await expect(page).toHaveURL(/action=SETTING_CHANGED/);
  await expect(rowOf(page, t('audit', 'action.DONATION_REQUESTED'))).toHaveCount(0);
  await inspect(page, 'moderation-5-audit');
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
  await rowOf(page, word)
    .getByRole('button', { name: t('events', 'report.unfold') })
    .click();
  await rowOf(page, word)
    .getByRole('button')
    .filter({ hasText: t('reports', 'takedown.open') })
    .click();
  await page.getByLabel(t('reports', 'takedown.reason')).fill(reason);
  await inspect(page, 'moderation-6-takedown');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('reports', 'takedown.confirm') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // In a new tab.
  const [listing] = await Promise.all([
    page.waitForEvent('popup'),
    rowOf(page, word).getByRole('link').click(),
  ]);
  await expect(listing.getByRole('note')).toContainText('Bitte tausch sie aus.');
  await expect(listing.getByText(t('listings', 'status.ARCHIVED'), { exact: true })).toBeVisible();
  await inspect(listing, 'moderation-6-taken-down');
  await listing.close();
}

async function readReason(page: Page, t: Texts, id: string, word: string): Promise<void> {
  await page.goto(`/my-listings?keyword=${word}`);
  await expect(page.getByRole('note')).toContainText('Die Bilder zeigen eine andere Wohnung.');
  await inspect(page, 'moderation-7-my-listings');
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
  await inspect(page, 'moderation-7-manage-listing');
}
