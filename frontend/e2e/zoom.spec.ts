import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { findLandlordListing, findPublicListing } from './listings';
import { startSession } from './users';

/** The viewports of 1440 × 900 and 390 × 844 at 200 % zoom. */
const zoomed = [
  { width: 720, height: 450 },
  { width: 195, height: 422 },
] as const;

/** The share of the window's height that fixed and sticky elements cover. */
async function coveredShare(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  return page.evaluate(() => {
    const isSticky = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isSticky(element.parentElement));
    const rows = Array.from({ length: window.innerHeight }, (_, row) => row);
    const covered = rows.filter((row) => isSticky(document.elementFromPoint(window.innerWidth / 2, row)));
    return covered.length / rows.length;
  });
}

for (const viewport of zoomed) {
  test(`bars cover at most a fifth of ${viewport.width} × ${viewport.height}`, async ({ page, request }) => {
    await page.setViewportSize(viewport);
    const { externalId } = await findPublicListing(request);
    for (const path of ['/', `/listing/${externalId}`, '/signup-student', '/about']) {
      await page.goto(path);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await coveredShare(page), path).toBeLessThanOrEqual(0.2);
    }
    await startSession(page, 'LANDLORD');
    const listing = await findLandlordListing(request);
    for (const path of ['/my-listings', '/applications', `/manage-listing/${listing.externalId}`]) {
      await page.goto(path);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await coveredShare(page), path).toBeLessThanOrEqual(0.2);
    }
  });
}
