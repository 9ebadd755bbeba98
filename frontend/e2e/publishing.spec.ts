import type { Page } from '@playwright/test';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { createRoomImages } from './roomImages';
import { logIn } from './session';
import { textsOf } from './texts';
import { uniqueName } from './uniqueName';

type Texts = ReturnType<typeof textsOf>;

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const next = (page: Page, t: Texts) =>
  page.getByRole('button', { name: t('wizard', 'next'), exact: true }).click();

/** Matches the start of a text up to its placeholder. */
const startOf = (text: string) => new RegExp(`^${text.slice(0, text.indexOf(' ('))}`);

async function expectStep(page: Page, t: Texts, name: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 2, name: t('wizard', `step.${name}`), exact: true });
  await expect(heading).toBeFocused();
}

test.use({ expectedErrors: ['ERR_INTERNET_DISCONNECTED'] });

test('a landlord publishes a listing with six images and changes its status', async ({
  page,
  context,
  locale,
}) => {
  // Slow, because six images are decoded and scaled.
  test.slow();
  const t = textsOf(locale ?? 'de-DE');
  const title = uniqueName('Zimmer mit Blick auf ');
  const tiles = page.getByRole('list', { name: t('images', 'list') }).getByRole('listitem');

  await test.step('My Listings opens the wizard', async () => {
    await page.goto('/');
    await logIn(page, t, 'LANDLORD');
    await expect(page).toHaveURL(/\/my-listings$/);
    await inspect(page, '0-my-listings');
    await page.getByRole('link', { name: t('myListings', 'create') }).click();
    await expect(page).toHaveURL(/\/add-listing$/);
  });

  await test.step('title and type, first without a title', async () => {
    await next(page, t);
    await expect(field(page, t('wizard', 'title'))).toBeFocused();
    await expect(page.getByText(t('errors', 'validation.required'))).toBeVisible();
    await inspect(page, '1-type-missing');
    await field(page, t('wizard', 'title')).fill(title);
    await page.getByRole('radio', { name: t('listings', 'unitType.ROOM') }).check({ force: true });
    await inspect(page, '1-type');
    await next(page, t);
  });

  await test.step('location', async () => {
    await expectStep(page, t, 'location');
    await field(page, t('wizard', 'street')).fill('Kanalweg');
    await field(page, t('wizard', 'houseNumber')).fill('3a');
    await field(page, t('wizard', 'postalCode')).fill('76131');
    await expect(field(page, t('wizard', 'city'))).toHaveValue('Karlsruhe');
    await expect(page.getByLabel(t('wizard', 'region'))).toHaveValue('Baden-Württemberg');
    await inspect(page, '2-location');
    await next(page, t);
  });

  await test.step('a reload keeps the draft', async () => {
    await expectStep(page, t, 'size');
    await page.reload();
    await expect(page.getByText(startOf(t('wizard', 'draft.found')))).toBeVisible();
    await expect(page).toHaveURL(/step=3$/);
    await inspect(page, '3-size-draft');
    await page.getByRole('button', { name: t('wizard', 'draft.continue') }).click();
    await field(page, t('wizard', 'roomArea')).fill('18,5');
    await field(page, t('wizard', 'totalArea')).fill('74');
    await page
      .getByRole('button', { name: t('shell', 'count.more', { label: t('wizard', 'bathrooms') }) })
      .click();
    await inspect(page, '3-size');
    await next(page, t);
  });

  await test.step('amenities', async () => {
    await expectStep(page, t, 'amenities');
    await page.getByRole('checkbox', { name: t('listings', 'amenity.BALCONY') }).check({ force: true });
    await inspect(page, '4-amenities');
    await next(page, t);
  });

  await test.step('descriptions', async () => {
    await expectStep(page, t, 'descriptions');
    await field(page, t('wizard', 'description')).fill('Hell und ruhig, mit Blick auf den Kanal.');
    await inspect(page, '5-descriptions');
    await field(page, t('wizard', 'tenantDescription')).fill('Wir sind [Anzahl] Studierende.');
    await field(page, t('wizard', 'locationDescription')).fill('Die Straßenbahn hält vor der Tür.');
    await next(page, t);
  });

  await test.step('pricing', async () => {
    await expectStep(page, t, 'pricing');
    await field(page, t('wizard', 'baseRent')).fill('380');
    await field(page, t('wizard', 'ancillaryCost')).fill('60');
    await field(page, t('wizard', 'securityDeposit')).fill('760');
    await page.getByRole('button', { name: t('wizard', 'addCost') }).click();
    await field(page, t('wizard', 'costDescription')).fill('Internet');
    await field(page, t('wizard', 'cost')).fill('25,50');
    await expect(page.getByText(/465[.,]50/)).toBeVisible();
    await inspect(page, '6-pricing');
    await next(page, t);
  });

  await test.step('six images', async () => {
    await expectStep(page, t, 'images');
    await page.locator('input[name=images]').setInputFiles(await createRoomImages(page, 6));
    await expect(tiles).toHaveCount(6);
    await inspect(page, '7-images');
  });

  await test.step('a reload opens a browser dialog and keeps the images', async () => {
    // The dialog of the browser has no role.
    const dialogType = page
      .waitForEvent('dialog')
      .then((dialog) => dialog.accept().then(() => dialog.type()));
    await page.reload();
    expect(await dialogType).toBe('beforeunload');
    await expect(tiles).toHaveCount(6);
    await expect(page.locator('[data-handle] img')).toHaveCount(6);
    await inspect(page, '7-images-kept');
  });

  await test.step('Save without a network shows an error and keeps form and images', async () => {
    const save = page.getByRole('button', { name: t('wizard', 'save'), exact: true });
    await context.setOffline(true);
    await save.click();
    await expect(page.getByText(t('errors', 'noConnection'))).toBeVisible();
    await expect(tiles).toHaveCount(6);
    await inspect(page, '7-images-offline');
    await context.setOffline(false);
    await save.click();
  });

  await test.step('the overview', async () => {
    await expect(page).toHaveURL(/\/manage-listing\/[0-9a-f-]+\?step=8$/, { timeout: 120_000 });
    await expectStep(page, t, 'overview');
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(6);
    await inspect(page, '8-overview');
    await page.reload();
    await expect(page.getByRole('button', { name: t('wizard', 'overview.publish') })).toBeVisible();
    await page.getByRole('button', { name: t('wizard', 'overview.publish') }).click();
  });

  await test.step('publishing asks about placeholders', async () => {
    const dialog = page.getByRole('dialog', { name: t('myListings', 'placeholders.title') });
    await expect(dialog.getByRole('listitem')).toHaveText(['[Anzahl]']);
    await inspect(page, '8-placeholders');
    await dialog.getByRole('button', { name: t('myListings', 'placeholders.publish') }).click();
  });

  await test.step('its public page', async () => {
    await expect(page.getByText(t('wizard', 'overview.online.landlord'))).toBeVisible();
    await expect(page).toHaveURL(/\/listing\/[0-9a-f-]+$/);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });

  await test.step('changing its status', async () => {
    await page.goto(`/my-listings?keyword=${encodeURIComponent(title)}`);
    const card = page.getByRole('article').filter({ hasText: title });
    await expect(card.getByText(t('listings', 'status.AVAILABLE'), { exact: true })).toBeVisible();
    await card.getByRole('button', { name: t('myListings', 'changeStatusNamed', { title }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('myListings', 'statusLabel')).selectOption('RENTED');
    await inspect(page, '9-status');
    await dialog.getByRole('button', { name: t('myListings', 'change'), exact: true }).click();
    await expect(card.getByText(t('listings', 'status.RENTED'), { exact: true })).toBeVisible();
    await inspect(page, '10-my-listings');
  });
});
