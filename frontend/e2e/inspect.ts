import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/** A picture of the whole screen for people, and its accessibility for axe: nothing may be found. */
export async function inspect(page: Page, name: string): Promise<void> {
  await settle(page);
  const folder = test.info().project.name.replaceAll(', ', '-').replaceAll(' ', '-');
  const dialogOpen = (await page.getByRole('dialog').count()) > 0;
  await page.screenshot({
    path: `../artefacts/screenshots/${folder}/${name}.png`,
    fullPage: !dialogOpen,
    animations: 'disabled',
  });
  await expectAccessible(page, name);
}

/** Axe finds nothing on the screen as it is. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // A toast may just be fading away, half as readable as it was: what was wrong with it is gone with it.
  await expect.poll(() => violationsOn(page), { message: name, timeout: 30_000 }).toEqual([]);
}

async function violationsOn(page: Page): Promise<string[]> {
  // Legacy mode leaves out frames of other origins (the map of a provider) and saves a second page for each call.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Waits for fonts, pictures (those further down come when scrolled to) and animations. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const start = window.scrollY;
    for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
      window.scrollTo(0, top);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    window.scrollTo(0, start);
    // A picture further along a strip that is swiped waits until somebody swipes, and one further
    // down in a window until somebody scrolls there.
    const awaited = [...document.images].filter((picture) => {
      const { left, right, top } = picture.getBoundingClientRect();
      const below = picture.closest('[role=dialog]') !== null && top > window.innerHeight;
      return !picture.complete && right > 0 && left < window.innerWidth && !below;
    });
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all([
      ...awaited.map(
        (picture) =>
          new Promise((resolve) => {
            picture.addEventListener('load', resolve, { once: true });
            picture.addEventListener('error', resolve, { once: true });
          }),
      ),
      ...ending.map((animation) => animation.finished.catch(() => undefined)),
    ]);
  });
}

/** Begins to count how much of the page moves by itself. Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<() => Promise<{ total: number; moved: string[] }>> {
  await page.addInitScript(() => {
    const shifts = { total: 0, moved: [] as string[] };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.total += entry.value;
        shifts.moved.push(...entry.sources.map(({ node }) => node?.nodeName ?? '?'));
      }
    }).observe({ type: 'layout-shift', buffered: true });

    type LayoutShift = {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node }[];
    };
  });
  return () =>
    page.evaluate(() => (window as unknown as { shifts: { total: number; moved: string[] } }).shifts);
}
