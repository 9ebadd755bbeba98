import type { Page } from '@playwright/test';
import { boundingBoxOf } from './boundingBox';
import { openEmbedded } from './embedded';
import { holdBack } from './holdBack';
import { recordLayoutShifts } from './inspect';
import { expect, test } from './journey';
import { startSession } from './users';

type ApiRequest = { method: string; path: string; body: string };

/** Records the API requests of the page, and the paths of its images and scripts. */
function recordRequests(page: Page) {
  const requests: ApiRequest[] = [];
  const images: string[] = [];
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) {
      requests.push({ method: request.method(), path: pathname, body: request.postData() ?? '' });
    }
    if (pathname.startsWith('/images/')) images.push(pathname);
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  const reset = () => {
    for (const recorded of [requests, images, scripts]) recorded.length = 0;
  };
  return { requests, images, scripts, reset };
}

const isSearch = ({ path, body }: ApiRequest) =>
  path.endsWith('/listings/search') && !body.includes('"facets":true');
const fileName = (path: string) => path.split('/').at(-1) ?? '';

for (const [screen, width, density] of [
  ['a phone', 390, 3],
  ['a desktop', 1440, 1],
] as const) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: { width, height: 844 }, deviceScaleFactor: density });

    test('the home page has embedded results: sends no search and loads no image twice', async ({ page }) => {
      const { requests, images, reset } = recordRequests(page);
      const shifts = await recordLayoutShifts(page);
      await openEmbedded(
        page,
        '/?unitTypes=ROOM,APARTMENT&sort=totalRent',
        ['searchListings', 'getPublicSettings'],
        reset,
      );
      const card = page.getByRole('article').first();
      const image = card.locator('img').first();
      await expect(image).toHaveJSProperty('complete', true);
      // The facets come last.
      await expect.poll(() => requests.filter(({ body }) => body.includes('"facets":true')).length).toBe(1);
      expect(requests.filter(isSearch)).toEqual([]);
      expect(requests.filter(({ path }) => path.endsWith('/settings/public'))).toEqual([]);

      const preloaded = await page.locator('link[rel=preload][as=image]').getAttribute('imagesrcset');
      expect(await image.getAttribute('srcset')).toBe(preloaded);
      expect(await page.locator('link[rel=preload][as=image]').getAttribute('imagesizes')).toBe(
        await image.getAttribute('sizes'),
      );
      const names = images.map(fileName);
      expect(names).toEqual([...new Set(names)]);
      expect(await shifts()).toEqual({ total: 0, moved: [] });
    });
  });
}

test('a listing is embedded in its page: it is not requested, and its view is counted', async ({ page }) => {
  await page.goto('/');
  const url = await page.getByRole('article').first().getByRole('link').first().getAttribute('href');
  const { requests, reset } = recordRequests(page);
  await openEmbedded(page, url ?? '', ['getListing'], reset);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const id = url?.split('/').at(-1) ?? '';
  const ofListing = () => requests.filter(({ path }) => path.includes(id));
  await expect
    .poll(() => ofListing().map(({ method, path }) => `${method} ${path}`))
    .toEqual([`POST /api/v1/listings/${id}/views`]);
});

test('a listing renders when its code is loaded, without waiting for a timer', async ({ page }) => {
  await page.goto('/');
  const url = await page.getByRole('article').first().getByRole('link').first().getAttribute('href');
  await dropTimers(page, 1_000);
  await page.goto(url ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

// React shows what replaces a fallback of `Suspense` 300 ms after the fallback.
test('a page and a menu render when their code is loaded, without waiting for a timer', async ({ page }) => {
  await dropTimers(page, 100, 1_000);
  await startSession(page, 'ADMIN');
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('banner').locator('button[aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your profile' })).toBeVisible();
});

test('the code of a guarded page is requested before the user is known', async ({ page }) => {
  await startSession(page, 'ADMIN');
  const release = await holdBack(page, '**/api/v1/users/profile');
  const code = page.waitForRequest('**/assets/UsersRoute-*.js');
  await page.goto('/users');
  await code;
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
});

/** Timers of `from` to `below` milliseconds never fire. Call it before the page is opened. */
async function dropTimers(page: Page, from: number, below = Infinity): Promise<void> {
  await page.addInitScript(
    (dropped) => {
      const start = window.setTimeout.bind(window);
      const startOthers = (run: () => void, delay = 0) =>
        delay >= dropped.from && delay < dropped.below ? 0 : start(run, delay);
      window.setTimeout = startOthers as typeof setTimeout;
    },
    { from, below },
  );
}

/**
 * The times of the first script request, the first paint and the end of parsing, in milliseconds.
 */
const readTimes = (page: Page) =>
  page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      script: Math.min(...scripts.map(({ startTime }) => startTime)),
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      parsed: navigation?.domContentLoadedEventEnd ?? 0,
    };
  });

test('a page without content before its scripts requests them at once', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { script, parsed } = await readTimes(page);
  expect(script).toBeLessThan(parsed);
});

test('the files of the first screen begin with the hint to compile them early', async ({ page, request }) => {
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  const files = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'), ({ href }) => href),
  );
  const isHinted = async (file: string) =>
    (await (await request.get(file)).text()).startsWith('//# allFunctionsCalledOnLoad\n');
  const hinted = await Promise.all(files.map(isHinted));
  // The third is the bundler's own, of a few lines.
  expect([files.length, hinted.filter(Boolean).length]).toEqual([3, 2]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the home page and a listing request their scripts after the first paint', async ({ page }) => {
    // Without the timer that starts them before a late paint, as on a busy machine.
    await dropTimers(page, 1_000, 1_001);
    await page.goto('/');
    const card = page.getByRole('article').first().getByRole('link').first();
    const url = (await card.getAttribute('href')) ?? '';
    for (const path of ['/', url]) {
      await page.goto(path);
      await expect.poll(async () => (await readTimes(page)).script).toBeLessThan(Infinity);
      const { script, painted } = await readTimes(page);
      expect(painted).toBeGreaterThan(0);
      expect(script).toBeGreaterThanOrEqual(painted);
    }
  });

  test('the home page lays out cards that are out of view only after the first scroll', async ({ page }) => {
    await page.goto('/');
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(12);
    const isLaidOut = () =>
      cards.last().evaluate((card) => card.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isLaidOut()).toBe(false);
    await page.mouse.wheel(0, 100);
    await expect.poll(isLaidOut).toBe(true);
  });

  for (const [name, selector] of [
    ['the home page', 'article img'],
    ['a listing', 'main ul img'],
  ] as const) {
    test(`${name} shows its first image before any script, at its final position`, async ({ page }) => {
      await page.goto('/');
      const card = page.getByRole('article').first().getByRole('link').first();
      const url = name === 'the home page' ? '/' : ((await card.getAttribute('href')) ?? '');
      const shifts = await recordLayoutShifts(page);
      const release = await holdBack(page, '**/assets/index*.js');
      await page.goto(url, { waitUntil: 'commit' });
      const first = page.locator('.first-image');
      await expect(first).toHaveJSProperty('complete', true);
      // For the texts above the image. Those of the system may be missing.
      await page.evaluate(() => Promise.allSettled(Array.from(document.fonts, (font) => font.load())));
      const before = await boundingBoxOf(first);
      release();
      const after = await boundingBoxOf(page.locator(selector).first());
      for (const side of ['x', 'y', 'width', 'height'] as const) {
        expect(Math.abs(before[side] - after[side])).toBeLessThan(1);
      }
      expect(await shifts()).toEqual({ total: 0, moved: [] });
    });
  }
});

test('a page requests the code of the first screen once, also when it needs it', async ({ page }) => {
  const { scripts } = recordRequests(page);
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const preloaded = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(preloaded.length).toBeGreaterThan(1);
  expect(scripts.filter((path) => preloaded.includes(path)).toSorted()).toEqual(preloaded.toSorted());
});

for (const locale of ['de-DE', 'en-US']) {
  test.describe(`on a phone in ${locale}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, locale });

    test('the home page keeps its layout when its fonts arrive late', async ({ page }) => {
      const shifts = await recordLayoutShifts(page);
      const release = await holdBack(page, '**/*.woff2');
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      const loading = () => page.evaluate(() => document.fonts.status);
      expect(await loading()).toBe('loading');
      release();
      await expect.poll(loading).toBe('loaded');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      // Words may be some pixels wider; no line is broken in another place.
      expect((await shifts()).total).toBeLessThan(0.002);
    });
  });
}
