import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { handsOf } from './hands';
import { inspect, watchShifts } from './inspect';
import { expect, test } from './journey';
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
  const keyword = `${district} ${city}`;
  const found = await search(request, { keyword, facets: true });
  // Both are on a phone, the one in its header comes first.
  const field = phone
    ? page.getByRole('banner').getByRole('combobox')
    : page.getByLabel(t('listings', 'search.keyword'), { exact: true });

  await test.step('takes a place by a part of its name', async () => {
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await hands.type(field, district.slice(0, -1));
    const place = page.getByRole('option', { name: `${district}, ${city}, ` });
    await expect(place).toBeVisible();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await inspect(page, 'search-1-suggestions');
    await goTo(page, field, place);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(keyword);
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(heading(page, t, found.totalSize)).toBeVisible();
    await expect(page.getByRole('article').first()).toContainText(city);
  });

  await test.step('orders it', async () => {
    const order = page.getByLabel(t('listings', 'order.label'), { exact: true });
    for (const [sort, asked] of [
      ['relevance', { sortField: 'relevance' }],
      ['areaSqm', { sortField: 'areaSqm', sortDirection: 'DESC' }],
    ] as const) {
      await order.selectOption(sort);
      await expect(page).toHaveURL(new RegExp(`sort=${sort}$`));
      await expect(order.locator('option:checked')).toHaveText(t('listings', `order.${sort}`));
      const { payload } = await search(request, { keyword, ...asked });
      await expect(page.getByRole('article').first()).toContainText(payload[0]?.title ?? '?');
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    }
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
  expect(asked).toEqual([false, true]);
  expect(await shifts()).toEqual({ total: 0, moved: [] });
});

const inWords = (t: Texts, count: number): string =>
  t('listings', count === 1 ? 'results.count_one' : 'results.count_other', { count: `${count}` });

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
