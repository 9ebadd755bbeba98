import { expect, type Locator, type Page } from '@playwright/test';

/** The heading of the page. */
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** The rows of a table with this text. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Whether the page has the layout of a phone, with the bar at the bottom. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;

export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  // Negative where space is reserved for a scroll bar that a headless browser does not draw.
  expect(excess).toBeLessThanOrEqual(0);
}
