import type { Locator, Page } from '@playwright/test';
import { holdBack } from './holdBack';
import { inspect, recordLayoutShifts } from './inspect';
import { expect, test } from './journey';
import { createListingWithImages, deleteListing } from './listingFixtures';
import { findPublicListing } from './listings';
import { searchField } from './searchField';
import { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

/** More than the header shows. */
const count = 7;

const positionStatus = (page: Page, t: Texts, position: number): Locator =>
  page
    .getByRole('status')
    .filter({ hasText: t('listings', 'gallery.position', { position: `${position}`, total: `${count}` }) });

/** Mocks and records requests to other hosts. */
async function mockOtherHosts(page: Page): Promise<string[]> {
  const urls: string[] = [];
  const { host } = new URL(test.info().project.use.baseURL ?? '');
  await page.route(
    (url) => url.protocol.startsWith('http') && url.host !== host,
    async (route) => {
      urls.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<title>map</title><p lang="de">Karte</p>' });
    },
  );
  return urls;
}

test('a visitor finds a listing, views its images by keyboard and opens the map', async ({
  page,
  request,
  locale,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const listing = await createListingWithImages(request, count);
  const externalRequests = await mockOtherHosts(page);

  await test.step('search by keyword', async () => {
    await page.goto('/');
    const search = await searchField(page, t);
    await search.fill(listing.word);
    await search.press('Enter');
    await expect(page).toHaveURL(/keyword=/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await inspect(page, '1-found');
  });

  await test.step('a rent that is too low offers a relaxed search', async () => {
    const resultsUrl = page.url();
    await page.goto(`${resultsUrl}&priceMax=100`);
    const offer = page.getByRole('button', { name: /100/ });
    await expect(offer).toBeVisible();
    await inspect(page, '1-nothing-found');
    await offer.press('Enter');
    await expect(page).toHaveURL(resultsUrl);
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  await test.step('open the listing', async () => {
    await page.getByRole('link', { name: listing.title, exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title);
    await inspect(page, '2-listing');
  });

  await test.step('open the tour', async () => {
    await page.getByRole('button', { name: t('listings', 'detail.viewAll') }).press('Enter');
    await expect(page).toHaveURL(/modal=PHOTO_TOUR_SCROLLABLE/);
    const tour = page.getByRole('dialog');
    await expect(tour.getByRole('img')).toHaveCount(count);
    await inspect(page, '3-tour');
    // The focus stays inside.
    for (let step = 0; step < count + 2; step += 1) {
      await page.keyboard.press('Tab');
      expect(await tour.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    }
    await tour.getByRole('link').first().press('Enter');
    await expect(page).toHaveURL(/photoId=1$/);
  });

  await test.step('show every image in the lightbox', async () => {
    for (let position = 1; position <= count; position += 1) {
      await expect(positionStatus(page, t, position)).toBeVisible();
      const image = page.getByRole('img', { name: imageName(t, position, listing.title) }).last();
      await expect(image).toBeInViewport({ ratio: 0.9 });
      await expect
        .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      await page.keyboard.press('ArrowRight');
    }
    await expect(positionStatus(page, t, count)).toBeVisible();
    await inspect(page, '4-lightbox');
    await page.keyboard.press('Home');
    await expect(positionStatus(page, t, 1)).toBeVisible();
    await page.keyboard.press('End');
    await expect(positionStatus(page, t, count)).toBeVisible();
    const full = page
      .getByRole('dialog')
      .last()
      .getByRole('link', { name: t('listings', 'lightbox.fullSize') });
    const response = await request.get((await full.getAttribute('href')) ?? '');
    expect(response.headers()['content-type']).toMatch(/^image\//);
  });

  await test.step('Escape closes both', async () => {
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/photoId/);
    await expect(page).toHaveURL(/modal=/);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(new RegExp(`/listing/${listing.id}$`));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('listings', 'detail.viewAll') })).toBeFocused();
  });

  await test.step('open the map and withdraw the consent', async () => {
    const accept = page.getByRole('button', { name: t('listings', 'map.accept') });
    await accept.scrollIntoViewIfNeeded();
    expect(externalRequests).toEqual([]);
    await accept.press('Enter');
    await expect.poll(() => externalRequests.length).toBe(1);
    const map = new URL(externalRequests[0] ?? '');
    expect(map.origin).toBe('https://www.google.com');
    expect(map.searchParams.get('q')).toBe(listing.address);
    await inspect(page, '5-map');
    await page.getByRole('button', { name: t('listings', 'map.withdrawConsent') }).press('Enter');
    await expect(accept).toBeVisible();
    await page.reload();
    await expect(accept).toBeVisible();
    expect(externalRequests).toHaveLength(1);
  });

  await deleteListing(request, listing.id);
});

test.describe('on a phone with touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a swipe changes the image, and Back closes the lightbox', async ({ page, request, locale }) => {
    const t = textsOf(locale ?? 'de-DE');
    const listing = await createListingWithImages(request, count);
    await page.goto(`/listing/${listing.id}`);
    await page.getByRole('link', { name: imageName(t, 1, listing.title) }).tap();
    await expect(positionStatus(page, t, 1)).toBeVisible();
    for (const position of [2, 3]) {
      await swipeLeft(page);
      await expect(positionStatus(page, t, position)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`photoId=${position}$`));
      // A swipe that begins before the strip has snapped to the image would be part of the last one.
      const strip = page.getByRole('dialog').getByRole('list').first();
      await expect
        .poll(() => strip.evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth))
        .toBe(position - 1);
    }
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/listing/${listing.id}$`));
    await deleteListing(request, listing.id);
  });
});

test('a card changes its image by buttons, not by arrow keys', async ({ page, locale }) => {
  const t = textsOf(locale ?? 'de-DE');
  await page.goto('/');
  const card = page.getByRole('article').first();
  await card.hover();
  const slides = card.locator('a[aria-hidden=true]');
  const strip = slides.first().locator('..');
  const { width } = await strip.evaluate((element) => element.getBoundingClientRect());
  // One image per view, without gaps.
  const stripWidth = await strip.evaluate(({ scrollWidth }) => scrollWidth);
  expect(Math.abs(stripWidth - (await slides.count()) * width)).toBeLessThan(1);
  const next = card.getByRole('button', { name: t('listings', 'gallery.next') });
  await next.click();
  const readIndex = async () => Math.round((await strip.evaluate(({ scrollLeft }) => scrollLeft)) / width);
  await expect.poll(readIndex).toBe(1);
  await expect(page).toHaveURL((url) => url.pathname === '/');
  for (const target of [next, card.getByRole('link').last()]) {
    await target.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
  }
  expect(await readIndex()).toBe(1);
});

test('a listing that is not embedded in its page is requested once, before the code of the page is loaded, without layout shifts', async ({
  page,
  request,
}) => {
  const { externalId: id } = await findPublicListing(request);
  const shifts = await recordLayoutShifts(page);
  const requests: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/api/v1/listings/')) requests.push(new URL(sent.url()).pathname);
  });
  await page.route(`**/listing/${id}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('id="initial-responses"', 'id="left-out"');
    await route.fulfill({ response, body });
  });
  const release = await holdBack(page, /\/ListingRoute[^/]*$/);
  await page.goto(`/listing/${id}`, { waitUntil: 'commit' });
  await expect.poll(() => requests).toEqual([`/api/v1/listings/${id}`]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests).toHaveLength(1);
  expect(await shifts()).toEqual({ total: 0, moved: [] });
});

const imageName = (t: Texts, position: number, title: string): string =>
  t('listings', 'detail.photo', { position: `${position}`, total: `${count}`, title });

/** A swipe with one finger. */
async function swipeLeft(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
  await touch('touchStart', 330);
  for (let x = 320; x >= 80; x -= 20) await touch('touchMove', x);
  await touch('touchEnd');
  await session.detach();
}
