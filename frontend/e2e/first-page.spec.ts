import type { Page } from '@playwright/test';
import { watchShifts } from './inspect';
import { expect, test } from './journey';

type Asked = { method: string; path: string; body: string };

/** What the page asks of the API, and which pictures it loads. */
function watch(page: Page): { asked: Asked[]; pictures: string[] } {
  const asked: Asked[] = [];
  const pictures: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) {
      asked.push({ method: request.method(), path: pathname, body: request.postData() ?? '' });
    }
    if (pathname.startsWith('/images/')) pictures.push(pathname);
  });
  return { asked, pictures };
}

const isSearch = ({ path, body }: Asked) =>
  path.endsWith('/listings/search') && !body.includes('"facets":true');
const nameOf = (picture: string) => picture.split('/').at(-1) ?? '';

for (const [screen, width, density] of [
  ['a phone', 390, 3],
  ['a desktop', 1440, 1],
] as const) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: { width, height: 844 }, deviceScaleFactor: density });

    test('home comes with its results: no search is sent, no picture loaded twice', async ({ page }) => {
      const { asked, pictures } = watch(page);
      const shifts = await watchShifts(page);
      await page.goto('/?unitTypes=ROOM,APARTMENT&sort=totalRent');
      const card = page.getByRole('article').first();
      const picture = card.locator('img').first();
      await expect(picture).toHaveJSProperty('complete', true);
      // The counts beside the filters come last.
      await expect.poll(() => asked.filter(({ body }) => body.includes('"facets":true')).length).toBe(1);
      expect(asked.filter(isSearch)).toEqual([]);
      expect(asked.filter(({ path }) => path.endsWith('/settings/public'))).toEqual([]);

      const preloaded = await page.locator('link[rel=preload][as=image]').getAttribute('imagesrcset');
      expect(await picture.getAttribute('srcset')).toBe(preloaded);
      expect(await page.locator('link[rel=preload][as=image]').getAttribute('imagesizes')).toBe(
        await picture.getAttribute('sizes'),
      );
      const names = pictures.map(nameOf);
      expect(names).toEqual([...new Set(names)]);
      expect(await shifts()).toEqual({ total: 0, moved: [] });
    });
  });
}

test('a listing comes with its page: it is not asked for, and its view is counted', async ({ page }) => {
  await page.goto('/');
  const address = await page.getByRole('article').first().getByRole('link').first().getAttribute('href');
  const { asked } = watch(page);
  await page.goto(address ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const id = address?.split('/').at(-1) ?? '';
  // What home asked for last may still be under way.
  const ofListing = () => asked.filter(({ path }) => path.includes(id));
  await expect
    .poll(() => ofListing().map(({ method, path }) => `${method} ${path}`))
    .toEqual([`POST /api/v1/listings/${id}/views`]);
});

test('a listing is drawn when its code is there, without waiting for a timer', async ({ page }) => {
  await page.goto('/');
  const address = await page.getByRole('article').first().getByRole('link').first().getAttribute('href');
  await page.addInitScript(() => {
    const setTimer = window.setTimeout.bind(window);
    // What waits for a second or longer waits for ever.
    window.setTimeout = ((call: () => void, pause = 0) =>
      pause < 1_000 ? setTimer(call, pause) : 0) as never;
  });
  await page.goto(address ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

/** When the page asked for its first script, painted, and had been read, in milliseconds. */
const timesOf = (page: Page) =>
  page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      script: Math.min(...scripts.map(({ startTime }) => startTime)),
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      read: navigation?.domContentLoadedEventEnd ?? 0,
    };
  });

test('a page of which nothing is drawn before its scripts asks for them at once', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { script, read } = await timesOf(page);
  expect(script).toBeLessThan(read);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('home and a listing ask for their scripts after the first paint', async ({ page }) => {
    await page.goto('/');
    const card = page.getByRole('article').first().getByRole('link').first();
    const address = (await card.getAttribute('href')) ?? '';
    for (const path of ['/', address]) {
      await page.goto(path);
      await expect.poll(async () => (await timesOf(page)).script).toBeLessThan(Infinity);
      const { script, painted } = await timesOf(page);
      expect(painted).toBeGreaterThan(0);
      expect(script).toBeGreaterThanOrEqual(painted);
    }
  });

  for (const [name, selector] of [
    ['home', 'article img'],
    ['a listing', 'main ul img'],
  ] as const) {
    test(`${name} shows its first picture before any of our scripts, where the app draws it`, async ({
      page,
    }) => {
      await page.goto('/');
      const card = page.getByRole('article').first().getByRole('link').first();
      const address = name === 'home' ? '/' : ((await card.getAttribute('href')) ?? '');
      const shifts = await watchShifts(page);
      let letThrough: (() => void) | undefined;
      const held = new Promise<void>((resolve) => (letThrough = resolve));
      await page.route('**/assets/index*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(address, { waitUntil: 'commit' });
      const first = page.locator('.first-picture');
      await expect(first).toHaveJSProperty('complete', true);
      const before = await first.boundingBox();
      letThrough?.();
      const after = await page.locator(selector).first().boundingBox();
      for (const side of ['x', 'y', 'width', 'height'] as const) {
        expect(Math.abs((before?.[side] ?? 0) - (after?.[side] ?? 999))).toBeLessThan(1);
      }
      expect(await shifts()).toEqual({ total: 0, moved: [] });
    });
  }
});
