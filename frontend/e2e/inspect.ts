import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type axeCore from 'axe-core';
import { allVariants, mainVariants, runsIn, viewportOf } from './variants';

/** Half as long as `axe-core`'s own source, which takes longer to send and to compile. */
const axeSource = await readFile('node_modules/axe-core/axe.min.js', 'utf8');

/** Waits until the page is complete and expects no axe violations. SCREENSHOTS=1 takes a screenshot. */
export async function inspect(page: Page, name: string): Promise<void> {
  await settle(page);
  // No test compares screenshots, and each takes up to 0.5 s.
  if (process.env['SCREENSHOTS'] === '1') await takeScreenshot(page, name);
  await expectAccessible(page, name);
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  const { file, project } = test.info();
  const folder = `${basename(file, '.spec.ts')}-${project.name.replaceAll(', ', '-')}`;
  const hasDialog = (await page.getByRole('dialog').count()) > 0;
  await page.screenshot({
    path: `../artefacts/screenshots/${folder}/${name}.png`,
    fullPage: !hasDialog,
    animations: 'disabled',
  });
}

/** Inspects the page in the themes and widths that `mainVariants` has for its language. */
export async function inspectVariants(page: Page, name: string, locale: string): Promise<void> {
  const { colorScheme: initialScheme, viewport } = test.info().project.use;
  for (const variant of allVariants) {
    const [colorScheme, width, language] = variant;
    if (language !== locale || !runsIn(mainVariants, variant)) continue;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewportOf(width));
    await inspect(page, `${name}-${language.slice(0, 2)}-${colorScheme}-${width}`);
  }
  await page.emulateMedia({ colorScheme: initialScheme ?? null });
  if (viewport) await page.setViewportSize(viewport);
}

/** Expects no axe violations of the loaded and inspected page in the dark theme. */
export async function expectAccessibleInDark(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  // The transitions of the colours begin with the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expectAccessible(page, name, colorRules);
}

/** The rules of axe whose result depends on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Expects no axe violations of these rules, or of all. */
async function expectAccessible(page: Page, name: string, rules?: string[]): Promise<void> {
  // Otherwise the contrast is too little while the theme changes.
  await finishAnimations(page);
  // Repeated, because a toast has too little contrast while it fades out.
  await expect.poll(() => violationsOn(page, rules), { message: name, timeout: 30_000 }).toEqual([]);
}

async function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
  // Loaded once for each document, because its code is slow until the browser has optimised it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    // Without frames, which show the map and documents. Preloading is for rules about audio, which
    // the portal does not play, and locked orientation.
    const results = await axe.run({
      iframes: false,
      preload: false,
      resultTypes: ['violations'],
      ...(runOnly && { runOnly }),
    });
    return results.violations;
  }, rules);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Waits for fonts, images and animations. Scrolls through the page for lazy images. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const start = window.scrollY;
    for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
      window.scrollTo(0, top);
      // What has become visible is known after a frame and may begin to load in the next.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    // Without images further along a swipe strip or further down in a dialog, which stay lazy.
    const pendingImages = [...document.images].filter((image) => {
      const { left, right, top } = image.getBoundingClientRect();
      const isBelow = image.closest('[role=dialog]') !== null && top > window.innerHeight;
      return !image.complete && right > 0 && left < window.innerWidth && !isBelow;
    });
    for (const image of pendingImages) {
      // A lazy image that moved while the page was scrolled would never load.
      image.scrollIntoView({ block: 'center', behavior: 'instant' });
      if (image.complete || !image.isConnected) continue;
      await new Promise((resolve) => {
        image.addEventListener('load', resolve, { once: true });
        image.addEventListener('error', resolve, { once: true });
      });
    }
    window.scrollTo(0, start);
  });
  await finishAnimations(page);
}

async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finiteAnimations = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(finiteAnimations.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** Starts recording layout shifts without user input. Call it before the page is opened. */
export async function recordLayoutShifts(
  page: Page,
): Promise<() => Promise<{ total: number; moved: string[] }>> {
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
