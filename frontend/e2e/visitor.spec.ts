import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { inspect, watchShifts } from './inspect';
import { expect, test } from './journey';
import { listingWithPictures, removeListing } from './picturedListing';
import { searchField } from './searchField';
import { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

/** More than the header shows, so that there is a tour to take. */
const count = 7;

const shown = (page: Page, t: Texts, position: number): Locator =>
  page
    .getByRole('status')
    .filter({ hasText: t('listings', 'gallery.position', { position: `${position}`, total: `${count}` }) });

/** Keeps what leaves for another host, and answers in its place. */
async function watchOthers(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const own = new URL(test.info().project.use.baseURL ?? '').host;
  await page.route(
    (url) => url.protocol.startsWith('http') && url.host !== own,
    async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<title>map</title><p lang="de">Karte</p>' });
    },
  );
  return asked;
}

test('a visitor finds it, looks at every picture by keyboard, opens the map', async ({
  page,
  request,
  locale,
  viewport,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const phone = (viewport?.width ?? 0) < 768;
  const listing = await listingWithPictures(request, count);
  const others = await watchOthers(page);

  await test.step('finds it by a word', async () => {
    await page.goto('/');
    const search = await searchField(page, t, phone);
    await search.fill(listing.word);
    await search.press('Enter');
    await expect(page).toHaveURL(/keyword=/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await inspect(page, '1-found');
  });

  await test.step('asks for too low a rent, and is told so', async () => {
    const found = page.url();
    await page.goto(`${found}&priceMax=100`);
    const offer = page.getByRole('button', { name: /100/ });
    await expect(offer).toBeVisible();
    await inspect(page, '1-nothing-found');
    await offer.press('Enter');
    await expect(page).toHaveURL(found);
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  await test.step('opens it', async () => {
    await page.getByRole('link', { name: listing.title, exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title);
    await inspect(page, '2-listing');
  });

  await test.step('takes the tour', async () => {
    await page.getByRole('button', { name: t('listings', 'detail.viewAll') }).press('Enter');
    await expect(page).toHaveURL(/modal=PHOTO_TOUR_SCROLLABLE/);
    const tour = page.getByRole('dialog');
    await expect(tour.getByRole('img')).toHaveCount(count);
    await inspect(page, '3-tour');
    // The keyboard stays inside of it.
    for (let step = 0; step < count + 2; step += 1) {
      await page.keyboard.press('Tab');
      expect(await tour.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    }
    await tour.getByRole('link').first().press('Enter');
    await expect(page).toHaveURL(/photoId=1$/);
  });

  await test.step('looks at every picture', async () => {
    for (let position = 1; position <= count; position += 1) {
      await expect(shown(page, t, position)).toBeVisible();
      const picture = page.getByRole('img', { name: photoName(t, position, listing.title) }).last();
      await expect(picture).toBeInViewport({ ratio: 0.9 });
      await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      await page.keyboard.press('ArrowRight');
    }
    await expect(shown(page, t, count)).toBeVisible();
    await inspect(page, '4-lightbox');
    await page.keyboard.press('Home');
    await expect(shown(page, t, 1)).toBeVisible();
    await page.keyboard.press('End');
    await expect(shown(page, t, count)).toBeVisible();
    const full = page
      .getByRole('dialog')
      .last()
      .getByRole('link', { name: t('listings', 'lightbox.fullSize') });
    const answer = await request.get((await full.getAttribute('href')) ?? '');
    expect(answer.headers()['content-type']).toMatch(/^image\//);
  });

  await test.step('closes both by Escape', async () => {
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/photoId/);
    await expect(page).toHaveURL(/modal=/);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(new RegExp(`/listing/${listing.id}$`));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('listings', 'detail.viewAll') })).toBeFocused();
  });

  await test.step('opens the map, and takes the consent back', async () => {
    const accept = page.getByRole('button', { name: t('listings', 'map.accept') });
    await accept.scrollIntoViewIfNeeded();
    expect(others).toEqual([]);
    await accept.press('Enter');
    await expect.poll(() => others.length).toBe(1);
    const map = new URL(others[0] ?? '');
    expect(map.origin).toBe('https://www.google.com');
    expect(map.searchParams.get('q')).toBe(listing.address);
    await inspect(page, '5-map');
    await page.getByRole('button', { name: t('listings', 'map.forget') }).press('Enter');
    await expect(accept).toBeVisible();
    await page.reload();
    await expect(accept).toBeVisible();
    expect(others).toHaveLength(1);
  });

  await removeListing(request, listing.id);
});

test('F103: a finger turns the pictures, and Back closes them', async ({
  browser,
  request,
  locale,
  colorScheme,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const listing = await listingWithPictures(request, count);
  const context = await browser.newContext({
    baseURL: test.info().project.use.baseURL ?? '',
    ...(locale && { locale }),
    ...(colorScheme && { colorScheme }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto(`/listing/${listing.id}`);
  await page.getByRole('link', { name: photoName(t, 1, listing.title) }).tap();
  await expect(shown(page, t, 1)).toBeVisible();
  for (const position of [2, 3]) {
    await swipeLeft(page);
    await expect(shown(page, t, position)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`photoId=${position}$`));
  }
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/listing/${listing.id}$`));
  await context.close();
  await removeListing(request, listing.id);
});

test('E79 E80 E88: a card turns its pictures by its buttons, not by arrow keys, and stays on the page', async ({
  page,
  locale,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  await page.goto('/');
  const card = page.getByRole('article').first();
  await card.hover();
  const slides = card.locator('a[aria-hidden=true]');
  const strip = slides.first().locator('..');
  const { width } = await strip.evaluate((element) => element.getBoundingClientRect());
  // One in view, and no gap to the next.
  const all = await strip.evaluate(({ scrollWidth }) => scrollWidth);
  expect(Math.abs(all - (await slides.count()) * width)).toBeLessThan(1);
  const next = card.getByRole('button', { name: t('listings', 'gallery.next') });
  await next.click();
  const turned = async () => Math.round((await strip.evaluate(({ scrollLeft }) => scrollLeft)) / width);
  await expect.poll(turned).toBe(1);
  await expect(page).toHaveURL((url) => url.pathname === '/');
  for (const held of [next, card.getByRole('link').last()]) {
    await held.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
  }
  expect(await turned()).toBe(1);
});

test('a listing that did not come with its page is asked for before the code of the page is there, once, and nothing moves', async ({
  page,
  request,
}) => {
  const id = await anyListing(request);
  const shifts = await watchShifts(page);
  const asked: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/api/v1/listings/')) asked.push(new URL(sent.url()).pathname);
  });
  await page.route(`**/listing/${id}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('id="first-answers"', 'id="left-out"');
    await route.fulfill({ response, body });
  });
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/ListingRoute[^/]*$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/listing/${id}`, { waitUntil: 'commit' });
  await expect.poll(() => asked).toEqual([`/api/v1/listings/${id}`]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  release?.();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toHaveLength(1);
  expect(await shifts()).toEqual({ total: 0, moved: [] });
});

const photoName = (t: Texts, position: number, title: string): string =>
  t('listings', 'detail.photo', { position: `${position}`, total: `${count}`, title });

async function anyListing(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/v1/listings/search', { data: { pageSize: 1 } });
  const { payload } = (await answer.json()) as { payload: { externalId: string }[] };
  return payload[0]?.externalId ?? '';
}

/** A stroke of one finger across the picture. */
async function swipeLeft(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
  await touch('touchStart', 330);
  for (let x = 320; x >= 80; x -= 20) await touch('touchMove', x);
  await touch('touchEnd');
  await session.detach();
}
