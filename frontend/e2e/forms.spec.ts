import type { Locator, Page } from '@playwright/test';
import { boundingBoxOf } from './boundingBox';
import { expect, test } from './journey';
import { startSession } from './users';
import { textsOf } from './texts';

test.use({ locale: 'de-DE', viewport: { width: 390, height: 844 } });

const t = textsOf('de-DE');
const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name: t('wizard', name), exact: true });
const next = (page: Page) => page.getByRole('button', { name: t('wizard', 'next'), exact: true }).click();
const errorOf = (control: Locator) => control.locator('xpath=ancestor::div[2]').locator('[id$=-error]');

test.beforeEach(async ({ page }) => {
  await startSession(page, 'LANDLORD');
  await page.goto('/add-listing');
  await field(page, 'title').fill('Zimmer am Kanal');
  await next(page);
  await expect(field(page, 'street')).toBeVisible();
});

test('fields of one row stay aligned when one of them has a long error', async ({ page }) => {
  await field(page, 'street').fill('Kanalweg');
  await field(page, 'houseNumber').fill('3a');
  await field(page, 'postalCode').fill('761');
  await field(page, 'city').fill('Karlsruhe');
  await next(page);
  const error = errorOf(field(page, 'postalCode'));
  await expect(error).toHaveText(t('wizard', 'error.postal-code'));
  // Two lines in this narrow field.
  expect((await boundingBoxOf(error)).height).toBeGreaterThan(30);
  const [postalCode, city] = [
    await boundingBoxOf(field(page, 'postalCode')),
    await boundingBoxOf(field(page, 'city')),
  ];
  expect(city.y).toBe(postalCode.y);
  expect(city.height).toBe(postalCode.height);
});

test('an error is closer to its field than to the next label', async ({ page }) => {
  await next(page);
  const street = field(page, 'street');
  const error = errorOf(street);
  await expect(error).toHaveText(t('errors', 'validation.required'));
  const label = await boundingBoxOf(page.getByText(t('wizard', 'postalCode'), { exact: true }));
  const gapAbove = (await boundingBoxOf(error)).y - (await boundingBoxOf(street)).bottom;
  expect(label.y - (await boundingBoxOf(error)).bottom).toBeGreaterThanOrEqual(2 * gapAbove);
});
