import config from '../playwright.config';
import { boundingBoxOf } from './boundingBox';
import { expect, test } from './journey';
import { startSession } from './users';
import { textsOf } from './texts';

// A headless browser hides its scrollbars by default.
test.use({
  locale: 'de-DE',
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
});

const t = textsOf('de-DE');

test('a dialog covers the whole window and does not shift the page', async ({ page }) => {
  await startSession(page, 'ADMIN');
  await page.goto('/users');
  // An open dialog hides its role.
  const heading = page.locator('h1');
  const button = page.getByRole('button', { name: t('users', 'create.open') });
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  const before = await boundingBoxOf(heading);
  const expectUnmoved = () => expect.poll(async () => (await boundingBoxOf(heading)).x).toBe(before.x);
  const gutter = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
  expect(gutter).toBeGreaterThan(0);
  await button.click();
  // Escape reaches the dialog only once the focus is in it.
  await expect(page.locator('.MuiDialog-root :focus')).toHaveCount(1);
  const width = await page.evaluate(() => window.innerWidth);
  await expect
    .poll(async () => {
      const backdrop = await boundingBoxOf(page.locator('.MuiBackdrop-root'));
      return [backdrop.x, backdrop.right];
    })
    .toEqual([0, width]);
  await expectUnmoved();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectUnmoved();
});
