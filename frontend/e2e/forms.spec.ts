import type { Locator, Page } from '@playwright/test';
import { boxOf } from './boxes';
import { expect, test } from './journey';
import { becomeUser } from './people';
import { textsOf } from './texts';

test.use({ locale: 'de-DE', viewport: { width: 390, height: 844 } });

const t = textsOf('de-DE');
const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name: t('wizard', name), exact: true });
const next = (page: Page) => page.getByRole('button', { name: t('wizard', 'next'), exact: true }).click();
const errorOf = (control: Locator) => control.locator('xpath=ancestor::div[2]').getByRole('alert');

test.beforeEach(async ({ page }) => {
  await becomeUser(page, 'LANDLORD');
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
  await expect(error).toHaveText(t('wizard', 'mistake.postal-code'));
  // It needs two lines in this narrow field.
  expect((await boxOf(error)).height).toBeGreaterThan(30);
  const [postalCode, city] = [await boxOf(field(page, 'postalCode')), await boxOf(field(page, 'city'))];
  expect(city.y).toBe(postalCode.y);
  expect(city.height).toBe(postalCode.height);
});

test('an error is nearer to its own field than to the next label', async ({ page }) => {
  await next(page);
  const street = field(page, 'street');
  const error = errorOf(street);
  await expect(error).toHaveText(t('errors', 'validation.required'));
  const label = await boxOf(page.getByText(t('wizard', 'postalCode'), { exact: true }));
  const above = (await boxOf(error)).y - (await boxOf(street)).bottom;
  expect(label.y - (await boxOf(error)).bottom).toBeGreaterThanOrEqual(2 * above);
});
