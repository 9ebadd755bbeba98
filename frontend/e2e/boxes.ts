import type { Locator } from '@playwright/test';

/** Where an element is on the screen, in CSS pixels. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not on the screen.');
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}
