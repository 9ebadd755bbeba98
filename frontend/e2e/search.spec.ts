import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { boundingBoxOf } from './boundingBox';
import { openEmbedded } from './embedded';
import { createInput } from './input';
import { inspect, recordLayoutShifts } from './inspect';
import { expect, test } from './journey';
import { searchField } from './searchField';
import { countText, resultsHeading, search } from './searchResults';
import { textsOf } from './texts';
import { isPhone } from './page';

type Texts = ReturnType<typeof textsOf>;

test('a visitor selects a place by keyboard, sorts the results and filters them by rent', async ({
  page,
  request,
  locale,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const input = createInput(page, 'keyboard');
  const { district, city } = await largestDistrict(request);
  const place = { city, district };
  const found = await search(request, { place, facets: true });

  await test.step('selects a place by a part of its name', async () => {
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    const field = await searchField(page, t);
    await input.type(field, district.slice(0, -1));
    const option = page.getByRole('option', {
      name: `${district}, ${city}, ${countText(t, found.totalSize)}`,
      exact: true,
    });
    await expect(option).toBeVisible();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await inspect(page, 'search-1-suggestions');
    await moveToOption(page, field, option);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(
      `/?${new URLSearchParams({ place: `${city}/${district}` })}`.replace('%2F', '/'),
    );
    await expect(chip(page, t, `${district}, ${city}`)).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(resultsHeading(page, t, found.totalSize)).toBeVisible();
    await expect(resultsHeading(page, t, found.totalSize)).toBeInViewport();
    await expect(page.getByRole('article').first()).toContainText(city);
  });

  await test.step('sorts the results', async () => {
    const order = page.getByLabel(t('listings', 'order.label'), { exact: true });
    await order.selectOption('areaSqm');
    await expect(page).toHaveURL(/sort=areaSqm$/);
    await expect(order.locator('option:checked')).toHaveText(t('listings', 'order.areaSqm'));
    const { payload } = await search(request, { place, sortField: 'areaSqm', sortDirection: 'DESC' });
    await expect(page.getByRole('article').first()).toContainText(payload[0]?.title ?? '?');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await inspect(page, 'search-2-order');
  });

  await test.step('filters by rent and removes the filter', async () => {
    const prices = found.facets?.prices ?? [];
    const position = prices.findIndex(({ min, max, count }) => min !== null && max !== null && count > 0);
    const { min, max, count } = prices[position] ?? { min: 0, max: 0, count: 0 };
    if (isPhone(page))
      await input.press(page.getByRole('button', { name: t('listings', 'facets.show'), exact: true }));
    const rents = page.getByRole('group', { name: `${t('listings', 'search.rent')} (€)`, exact: true });
    const range = rents.getByRole('button').nth(position);
    await input.press(range);
    await expect(page).toHaveURL(new RegExp(`priceMin=${min}&priceMax=${max}&sort=areaSqm$`));
    await expect(resultsHeading(page, t, count)).toBeVisible();
    await expect(range).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await inspect(page, 'search-3-rent');
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/price/);
    await expect(resultsHeading(page, t, found.totalSize)).toBeVisible();
  });

  await test.step('sees the count of each unit type', async () => {
    for (const { unitType, count } of found.facets?.unitTypes ?? []) {
      const type = page.getByRole('checkbox', { name: t('listings', `unitType.${unitType}`), exact: true });
      await expect(type).toHaveAccessibleDescription(countText(t, count));
    }
  });
});

test('a visitor searches for a city by its English name, a keyword and bounds with decimals', async ({
  page,
  request,
  locale,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const { english, city, count } = await cityWithEnglishName(request);
  const submit = page
    .getByRole('main')
    .getByRole('button', { name: t('listings', 'search.submit'), exact: true });

  await test.step('the exact name of a city becomes a filter', async () => {
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    const field = await searchField(page, t);
    await field.fill(english);
    await field.press('Enter');
    await expect(chip(page, t, city)).toBeVisible();
    await expect(resultsHeading(page, t, count)).toBeVisible();
    await expect(resultsHeading(page, t, count)).toBeInViewport({ ratio: 1 });
    const listings = page.getByRole('article');
    // Cards below the fold are drawn later.
    await expect(listings.filter({ hasText: city })).not.toHaveCount(0);
    await expect(listings.filter({ hasNotText: city })).toHaveCount(0);
    await inspect(page, 'search-4-place');
  });

  await test.step('a button sorts by best match', async () => {
    const field = await searchField(page, t);
    await field.fill('Balkon');
    await field.press('Enter');
    await expect(page).toHaveURL(/keyword=Balkon&place=/);
    await expect(chip(page, t, city)).toBeVisible();
    const best = page.getByRole('button', { name: t('listings', 'order.bestFirst') });
    await best.click();
    await expect(page).toHaveURL(/sort=relevance$/);
    await expect(best).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await inspect(page, 'search-5-best-match');
    await page.goBack();
    await page.goBack();
    await expect(page).not.toHaveURL(/keyword/);
    await expect(resultsHeading(page, t, count)).toBeVisible();
  });

  await test.step('removing the chip removes the place filter', async () => {
    const everything = await search(request, {});
    await chip(page, t, city).click();
    await expect(page).toHaveURL('/');
    await expect(resultsHeading(page, t, everything.totalSize)).toBeVisible();
  });

  await test.step('bounds with decimals are searched exactly', async () => {
    const comma = locale === 'de-DE' ? ',' : '.';
    await page.getByLabel(t('listings', 'search.rentMax'), { exact: true }).fill(`450${comma}50`);
    await page.getByLabel(t('listings', 'search.areaMin'), { exact: true }).fill(`12${comma}5`);
    await submit.click();
    await expect(page).toHaveURL('/?priceMax=450.5&areaMin=12.5');
    const found = await search(request, { price: { max: 450.5 }, area: { min: 12.5 } });
    await expect(resultsHeading(page, t, found.totalSize)).toBeInViewport({ ratio: 1 });
  });

  await test.step('a minimum above the maximum shows an error', async () => {
    const min = page.getByLabel(t('listings', 'search.rentMin'), { exact: true });
    await min.fill('600');
    await min.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByText(t('listings', 'search.error.reversed'))).toBeVisible();
    await expect(min).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, 'search-6-bounds');
  });
});

test('a visitor returns to the results with the opened card at the same place', async ({ page, locale }) => {
  const t = textsOf(locale ?? 'de-DE');
  await page.goto('/?sort=dateCreated');
  const card = page.getByRole('article').nth(7);
  await card.scrollIntoViewIfNeeded();
  // Lazy images must not shift the content above.
  await page.waitForLoadState('networkidle');
  const title = await card.getByRole('link').last().textContent();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  const { y: top } = await boundingBoxOf(card);
  await card.getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title ?? '?' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await inspect(page, 'search-7-listing');
  if (!isPhone(page)) {
    // The back link skips the history entry of the tour.
    await page.getByRole('button', { name: t('listings', 'detail.viewAll') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/modal=/);
  }
  await page.getByRole('link', { name: t('listings', 'detail.backToResults') }).click();
  await expect(page).toHaveURL('/?sort=dateCreated');
  await expect(card).toBeInViewport();
  // Not the scroll position of the page: it changes with the height of cards above that are laid out
  // later, while the card stays.
  await expect.poll(async () => Math.abs((await boundingBoxOf(card)).y - top)).toBeLessThan(1);
});

test('facets are requested once after the cards, without layout shifts', async ({ page, locale }) => {
  const t = textsOf(locale ?? 'de-DE');
  const shifts = await recordLayoutShifts(page);
  const facetRequests: boolean[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/listings/search')) return;
    facetRequests.push((request.postDataJSON() as { facets?: boolean }).facets ?? false);
  });
  await openEmbedded(page, '/', ['searchListings'], () => facetRequests.splice(0));
  const rooms = page.getByRole('checkbox', { name: t('listings', 'unitType.ROOM'), exact: true });
  await expect(rooms).toHaveAccessibleDescription(/^\d/);
  await page.waitForLoadState('networkidle');
  // The cards were embedded in the page.
  expect(facetRequests).toEqual([true]);
  expect(await shifts()).toEqual({ total: 0, moved: [] });
});

const chip = (page: Page, t: Texts, place: string): Locator =>
  page.getByRole('button', { name: t('listings', 'search.removePlace', { place }), exact: true });

/** Presses ArrowDown until the option is active. */
async function moveToOption(page: Page, field: Locator, option: Locator): Promise<void> {
  const id = (await option.getAttribute('id')) ?? '';
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe(id);
  }).toPass({ intervals: [50] });
  await expect(option).toHaveAttribute('aria-selected', 'true');
}

/** A city of the demo data with an English name, and its number of listings. */
async function cityWithEnglishName(
  request: APIRequestContext,
): Promise<{ english: string; city: string; count: number }> {
  for (const [english, city] of [
    ['Cologne', 'Köln'],
    ['Munich', 'München'],
    ['Nuremberg', 'Nürnberg'],
    ['Hanover', 'Hannover'],
  ] as const) {
    const { totalSize } = await search(request, { place: { city } });
    if (totalSize > 1) return { english, city, count: totalSize };
  }
  throw new Error('The demo data have no city with an English name.');
}

/** The district of the demo data with the most listings. */
async function largestDistrict(request: APIRequestContext): Promise<{ district: string; city: string }> {
  const { payload } = await search(request, {});
  const districts = new Map<string, { district: string; city: string; count: number }>();
  for (const { address } of payload) {
    const { district, city } = address;
    if (district === null) continue;
    const key = `${district}, ${city}`;
    districts.set(key, { district, city, count: (districts.get(key)?.count ?? 0) + 1 });
  }
  const [largest] = [...districts.values()].toSorted((one, other) => other.count - one.count);
  if (!largest) throw new Error('The demo data have no district.');
  return largest;
}
