import type { Page } from '@playwright/test';

/** Holds the requests for these URLs back until the returned function is called. */
export async function holdBack(page: Page, urls: string | RegExp): Promise<() => void> {
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(urls, async (route) => {
    await released;
    await route.continue();
  });
  return () => release?.();
}
