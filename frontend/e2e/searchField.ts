import { expect, type Locator, type Page } from '@playwright/test';
import type { textsOf } from './texts';
import { isPhone } from './page';

type Texts = ReturnType<typeof textsOf>;

/** The visible search field: on a phone that of the header, after scrolling down. */
export async function searchField(page: Page, t: Texts): Promise<Locator> {
  if (!isPhone(page)) return page.getByLabel(t('listings', 'search.keyword'), { exact: true });
  const field = page.getByRole('banner').getByRole('combobox');
  // Repeated, because the page may be too short to scroll while the results load.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, window.innerHeight));
    await expect(field).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  return field;
}
