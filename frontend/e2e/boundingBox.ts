import type { Locator } from '@playwright/test';

/** In CSS pixels, relative to the viewport. */
export async function boundingBoxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}
