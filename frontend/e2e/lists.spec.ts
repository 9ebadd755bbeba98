import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { becomeUser } from './people';

const cards = (page: Page) => page.getByRole('article');

/** Nothing is under way any more, and nothing went wrong. */
async function expectAnswer(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
}

for (const [address, role] of [
  ['/my-applications', 'STUDENT'],
  ['/student-applications', 'ADMIN'],
  ['/applications', 'LANDLORD'],
  ['/my-listings', 'LANDLORD'],
  ['/my-listings', 'ADMIN'],
] as const) {
  test(`the server understands every choice that ${address} offers to ${role}`, async ({ page }) => {
    await becomeUser(page, role);
    await page.goto(address);
    await expectAnswer(page);
    for (const label of ['Sort by', 'Direction']) {
      const select = page.getByLabel(label);
      for (const value of await select
        .getByRole('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))) {
        await select.selectOption(value);
        await expectAnswer(page);
      }
    }
    for (const chip of await page.getByRole('checkbox').all()) {
      await chip.click();
      await expectAnswer(page);
    }
    await page.getByLabel('Search', { exact: true }).fill('%_ ä"\\');
    await expect(page).toHaveURL(/keyword=/);
    await expectAnswer(page);
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expectAnswer(page);
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toHaveCount(0);
  });
}

test('I133 I136: the pages of a list, the last one instead of one past the end', async ({ page }) => {
  await becomeUser(page, 'ADMIN');
  await page.goto('/my-listings?page=9999');
  await expect(page).not.toHaveURL(/page=9999/);
  await expect(cards(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  await expect(page).toHaveURL(/\/my-listings$/);
  await expectAnswer(page);
  await page.getByRole('button', { name: 'Next page' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=1$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('S258 S260 S262: a landlord archives a listing and deletes it', async ({ page }) => {
  await becomeUser(page, 'LANDLORD');
  await page.goto('/my-listings?status=DRAFT');
  const title = (await cards(page).first().getByRole('heading').textContent()) ?? '';
  await page
    .getByRole('button', { name: `Change Status: ${title}` })
    .first()
    .click();
  await page.getByLabel('New status').selectOption('ARCHIVED');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.goto(`/my-listings?status=ARCHIVED&keyword=${encodeURIComponent(title)}`);
  await expect(cards(page).first()).toContainText('Archived');
  const before = await cards(page).count();
  await page
    .getByRole('button', { name: `Delete listing: ${title}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete listing', exact: true }).click();
  await expect(page.getByText('Listing deleted.')).toBeVisible();
  await expect(cards(page)).toHaveCount(before - 1);
});

test('I140 I141: a student takes an application back', async ({ page }) => {
  await becomeUser(page, 'STUDENT');
  await page.goto('/my-applications?status=PENDING');
  await expect(cards(page).first()).toBeVisible();
  const before = await cards(page).count();
  await cards(page)
    .first()
    .getByRole('button', { name: /^Delete application/ })
    .click();
  await page.getByRole('button', { name: 'Delete application', exact: true }).click();
  await expect(page.getByText('Application deleted.')).toBeVisible();
  await expect(cards(page)).toHaveCount(before - 1);
});
