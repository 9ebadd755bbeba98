import { expect, type Locator, type Page } from '@playwright/test';
import type { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

/** The search field in use: on a phone that of the header, which is there once the page has been scrolled. */
export async function searchField(page: Page, t: Texts, phone: boolean): Promise<Locator> {
  if (!phone) return page.getByLabel(t('listings', 'search.keyword'), { exact: true });
  const field = page.getByRole('banner').getByRole('combobox');
  // A page whose results are still on their way may be too short to scroll.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, window.innerHeight));
    await expect(field).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  return field;
}
