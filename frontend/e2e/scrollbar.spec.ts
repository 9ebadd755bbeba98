import config from '../playwright.config';
import { boxOf } from './boxes';
import { expect, test } from './journey';
import { becomeUser } from './people';
import { textsOf } from './texts';

// A browser without a screen hides its scrollbars unless told otherwise.
test.use({
  locale: 'de-DE',
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
});

const t = textsOf('de-DE');

test('a dialog shades the whole window, and does not move the page behind it', async ({ page }) => {
  await becomeUser(page, 'ADMIN');
  await page.goto('/users');
  // Behind an open dialog it has no role.
  const heading = page.locator('h1');
  const button = page.getByRole('button', { name: t('users', 'create.open') });
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  const before = await boxOf(heading);
  const gutter = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
  expect(gutter).toBeGreaterThan(0);
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const backdrop = await boxOf(page.locator('.MuiBackdrop-root'));
  const width = await page.evaluate(() => window.innerWidth);
  expect([backdrop.x, backdrop.right]).toEqual([0, width]);
  expect((await boxOf(heading)).x).toBe(before.x);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await boxOf(heading)).x).toBe(before.x);
});
