import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { ownListing, publicListing } from './listings';
import { becomeUser } from './people';

/** What a window of 1440 × 900 and a phone of 390 × 844 show at 200 % zoom. */
const zoomed = [
  { width: 720, height: 450 },
  { width: 195, height: 422 },
] as const;

/** How much of the window's height is covered by what stays while the page is scrolled. */
async function coveredShare(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  return page.evaluate(() => {
    const stays = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || stays(element.parentElement));
    const rows = Array.from({ length: window.innerHeight }, (_, row) => row);
    const covered = rows.filter((row) => stays(document.elementFromPoint(window.innerWidth / 2, row)));
    return covered.length / rows.length;
  });
}

for (const viewport of zoomed) {
  test(`bars cover at most a fifth of ${viewport.width} × ${viewport.height}`, async ({ page, request }) => {
    await page.setViewportSize(viewport);
    const { externalId } = await publicListing(request);
    for (const address of ['/', `/listing/${externalId}`, '/signup-student', '/about']) {
      await page.goto(address);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await coveredShare(page), address).toBeLessThanOrEqual(0.2);
    }
    await becomeUser(page, 'LANDLORD');
    const own = await ownListing(request);
    for (const address of ['/my-listings', '/applications', `/manage-listing/${own.externalId}`]) {
      await page.goto(address);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await coveredShare(page), address).toBeLessThanOrEqual(0.2);
    }
  });
}
