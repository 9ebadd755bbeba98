import { expect, type Page } from '@playwright/test';

/**
 * Opens a page whose document has the responses of the operations embedded. A response that takes longer
 * than 200 ms is left out, as on a busy machine; the page is opened again then, after `reset`.
 */
export async function openEmbedded(
  page: Page,
  url: string,
  operations: readonly string[],
  reset: () => void = () => undefined,
): Promise<void> {
  await expect(async () => {
    // Ends the requests of the page before.
    await page.goto('about:blank');
    reset();
    const response = await page.goto(url);
    const document = (await response?.text()) ?? '';
    expect(operations.filter((operation) => !document.includes(`"operation":"${operation}"`))).toEqual([]);
  }).toPass();
}
