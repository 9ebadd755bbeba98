import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { handsOf } from './hands';
import { inspect, watchShifts } from './inspect';
import { expect, test } from './journey';
import { searchField } from './searchField';
import { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

type Range = { min: number | null; max: number | null; count: number };
type Answer = {
  payload: { title: string; address: { city: string; district: string | null } }[];
  totalSize: number;
  facets: { prices: Range[]; unitTypes: { unitType: string; count: number }[] } | null;
};

test('a visitor takes a place by keyboard, orders what it has, and narrows it by a rent', async ({
  page,
  request,
  locale,
  viewport,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const phone = (viewport?.width ?? 0) < 768;
  const hands = handsOf(page, 'keyboard');
  const { district, city } = await largestDistrict(request);
  const place = { city, district };
  const found = await search(request, { place, facets: true });

  await test.step('takes a place by a part of its name', async () => {
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    const field = await searchField(page, t, phone);
    await hands.type(field, district.slice(0, -1));
    const option = page.getByRole('option', {
      name: `${district}, ${city}, ${inWords(t, found.totalSize)}`,
      exact: true,
    });
    await expect(option).toBeVisible();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await inspect(page, 'search-1-suggestions');
    await goTo(page, field, option);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(
      `/?${new URLSearchParams({ place: `${city}/${district}` })}`.replace('%2F', '/'),
    );
    await expect(chip(page, t, `${district}, ${city}`)).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(heading(page, t, found.totalSize)).toBeVisible();
    await expect(heading(page, t, found.totalSize)).toBeInViewport();
    await expect(page.getByRole('article').first()).toContainText(city);
  });

  await test.step('orders it', async () => {
    const order = page.getByLabel(t('listings', 'order.label'), { exact: true });
    await order.selectOption('areaSqm');
    await expect(page).toHaveURL(/sort=areaSqm$/);
    await expect(order.locator('option:checked')).toHaveText(t('listings', 'order.areaSqm'));
    const { payload } = await search(request, { place, sortField: 'areaSqm', sortDirection: 'DESC' });
    await expect(page.getByRole('article').first()).toContainText(payload[0]?.title ?? '?');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await inspect(page, 'search-2-order');
  });

  await test.step('narrows it by a rent, and lets go of that', async () => {
    const prices = found.facets?.prices ?? [];
    const position = prices.findIndex(({ min, max, count }) => min !== null && max !== null && count > 0);
    const { min, max, count } = prices[position] ?? { min: 0, max: 0, count: 0 };
    if (phone)
      await hands.press(page.getByRole('button', { name: t('listings', 'facets.show'), exact: true }));
    const rents = page.getByRole('group', { name: `${t('listings', 'search.rent')} (€)`, exact: true });
    const range = rents.getByRole('button').nth(position);
    await hands.press(range);
    await expect(page).toHaveURL(new RegExp(`priceMin=${min}&priceMax=${max}&sort=areaSqm$`));
    await expect(heading(page, t, count)).toBeVisible();
    await expect(range).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await inspect(page, 'search-3-rent');
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/price/);
    await expect(heading(page, t, found.totalSize)).toBeVisible();
  });

  await test.step('sees how many there are of each type', async () => {
    for (const { unitType, count } of found.facets?.unitTypes ?? []) {
      const type = page.getByRole('checkbox', { name: t('listings', `unitType.${unitType}`), exact: true });
      await expect(type).toHaveAccessibleDescription(inWords(t, count));
    }
  });
});

test('a visitor names a city in English, looks for a keyword in it and for rents with cents', async ({
  page,
  request,
  locale,
  viewport,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const phone = (viewport?.width ?? 0) < 768;
  const { english, city, count } = await cityWithEnglishName(request);
  const submit = page
    .getByRole('main')
    .getByRole('button', { name: t('listings', 'search.submit'), exact: true });

  await test.step('the whole name that was typed counts as chosen', async () => {
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    const field = await searchField(page, t, phone);
    await field.fill(english);
    await field.press('Enter');
    await expect(chip(page, t, city)).toBeVisible();
    await expect(heading(page, t, count)).toBeVisible();
    await expect(heading(page, t, count)).toBeInViewport({ ratio: 1 });
    const listings = page.getByRole('article');
    await expect(listings.filter({ hasText: city })).toHaveCount(await listings.count());
    await inspect(page, 'search-4-place');
  });

  await test.step('the best match is one click beside the count of a keyword', async () => {
    const field = await searchField(page, t, phone);
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
    await expect(heading(page, t, count)).toBeVisible();
  });

  await test.step('removing the chip searches everywhere', async () => {
    const everything = await search(request, {});
    await chip(page, t, city).click();
    await expect(page).toHaveURL('/');
    await expect(heading(page, t, everything.totalSize)).toBeVisible();
  });

  await test.step('bounds with decimals are searched for as they were typed', async () => {
    const comma = locale === 'de-DE' ? ',' : '.';
    await page.getByLabel(t('listings', 'search.rentMax'), { exact: true }).fill(`450${comma}50`);
    await page.getByLabel(t('listings', 'search.areaMin'), { exact: true }).fill(`12${comma}5`);
    await submit.click();
    await expect(page).toHaveURL('/?priceMax=450.5&areaMin=12.5');
    const found = await search(request, { price: { max: 450.5 }, area: { min: 12.5 } });
    await expect(heading(page, t, found.totalSize)).toBeInViewport({ ratio: 1 });
  });

  await test.step('a minimum above the maximum is marked at its field', async () => {
    const min = page.getByLabel(t('listings', 'search.rentMin'), { exact: true });
    await min.fill('600');
    await min.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByText(t('listings', 'search.mistake.reversed'))).toBeVisible();
    await expect(min).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, 'search-6-bounds');
  });
});

test('a visitor comes back to the results where they were left', async ({ page, locale, viewport }) => {
  const t = textsOf(locale ?? 'de-DE');
  const phone = (viewport?.width ?? 0) < 768;
  await page.goto('/?sort=dateCreated');
  const card = page.getByRole('article').nth(7);
  await card.scrollIntoViewIfNeeded();
  // What is loaded when it comes into view must not move what is above it.
  await page.waitForLoadState('networkidle');
  const title = await card.getByRole('link').last().textContent();
  const top = await page.evaluate(() => window.scrollY);
  expect(top).toBeGreaterThan(100);
  await card.getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title ?? '?' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await inspect(page, 'search-7-listing');
  if (!phone) {
    // Photos that were opened in between are gone over.
    await page.getByRole('button', { name: t('listings', 'detail.viewAll') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/modal=/);
  }
  await page.getByRole('link', { name: t('listings', 'detail.backToResults') }).click();
  await expect(page).toHaveURL('/?sort=dateCreated');
  await expect(card).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
});

test('the numbers beside the filters come after the cards, once, and nothing moves', async ({
  page,
  locale,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const shifts = await watchShifts(page);
  const asked: boolean[] = [];
  page.on('request', (sent) => {
    if (!sent.url().endsWith('/listings/search')) return;
    asked.push((sent.postDataJSON() as { facets?: boolean }).facets ?? false);
  });
  await page.goto('/');
  const rooms = page.getByRole('checkbox', { name: t('listings', 'unitType.ROOM'), exact: true });
  await expect(rooms).toHaveAccessibleDescription(/^\d/);
  await page.waitForLoadState('networkidle');
  // The cards came with the page.
  expect(asked).toEqual([true]);
  expect(await shifts()).toEqual({ total: 0, moved: [] });
});

const inWords = (t: Texts, count: number): string =>
  t('listings', count === 1 ? 'results.count_one' : 'results.count_other', { count: `${count}` });

const chip = (page: Page, t: Texts, place: string): Locator =>
  page.getByRole('button', { name: t('listings', 'search.removePlace', { place }), exact: true });

const heading = (page: Page, t: Texts, count: number): Locator =>
  page.getByRole('heading', { level: 2, name: inWords(t, count), exact: true });

/** Goes down the list until the field says that this is what Enter would take. */
async function goTo(page: Page, field: Locator, option: Locator): Promise<void> {
  const id = (await option.getAttribute('id')) ?? '';
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe(id);
  }).toPass({ intervals: [50] });
  await expect(option).toHaveAttribute('aria-selected', 'true');
}

async function search(request: APIRequestContext, filters: object): Promise<Answer> {
  const answer = await request.post('/api/v1/listings/search', { data: { pageSize: 100, ...filters } });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as Answer;
}

/** A city of the demo data that English speakers call otherwise, and how many listings it has. */
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

/** The district with the most listings, whatever the demo data are. */
async function largestDistrict(request: APIRequestContext): Promise<{ district: string; city: string }> {
  const { payload } = await search(request, {});
  const found = new Map<string, { district: string; city: string; count: number }>();
  for (const { address } of payload) {
    const { district, city } = address;
    if (district === null) continue;
    const key = `${district}, ${city}`;
    found.set(key, { district, city, count: (found.get(key)?.count ?? 0) + 1 });
  }
  const [largest] = [...found.values()].toSorted((one, other) => other.count - one.count);
  if (!largest) throw new Error('The demo data have no district.');
  return largest;
}
