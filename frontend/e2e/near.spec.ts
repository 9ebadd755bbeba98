import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { createInput, inputMethods } from './input';
import { inspect, recordLayoutShifts } from './inspect';
import { expect, test } from './journey';
import { searchField } from './searchField';
import { firstOfMonth, resultsHeading, search, type SearchResult } from './searchResults';
import { textsOf } from './texts';
import { isPhone } from './page';

type Texts = ReturnType<typeof textsOf>;

/** Cities of the demo data, between 20 and 50 km apart. */
const neighbours = [
  ['Köln', 'Bonn'],
  ['Berlin', 'Potsdam'],
  ['Darmstadt', 'Mainz'],
  ['Stuttgart', 'Tübingen'],
] as const;
/** Towns that are not in the demo data, each within 10 km of a city that is. */
const villages = ['Unterföhring', 'Hürth', 'Kronshagen', 'Eppelheim', 'Markkleeberg'] as const;

for (const method of inputMethods) {
  test(`a visitor searches around a town with dates and amenities, by ${method}`, async ({
    page,
    request,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    const input = createInput(page, method);
    const [city, neighbour] = await neighboursWithListings(request);
    const select = radius(page, t, city);
    const around = (radiusKm: number) => ({ near: { city, radiusKm } });

    await test.step('chooses a radius beside the city', async () => {
      const alone = await search(request, { place: { city } });
      await page.goto(`/?${new URLSearchParams({ place: city })}`);
      await expect(resultsHeading(page, t, alone.totalSize)).toBeVisible();
      await expect(select).toHaveValue('');
      const found = await search(request, around(50));
      expect(found.totalSize).toBeGreaterThan(alone.totalSize);
      if (method === 'mouse') {
        await select.selectOption('50');
      } else {
        await select.focus();
        await page.keyboard.press('End');
      }
      await expect(page).toHaveURL(`/?${new URLSearchParams({ near: city, radius: '50' })}`);
      await expect(resultsHeading(page, t, found.totalSize)).toBeVisible();
      await expect(select).toHaveValue('50');
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await inspect(page, `near-1-radius-${method}`);
    });

    await test.step('sorts by distance, and sees it on the cards', async () => {
      await page.getByLabel(t('listings', 'order.label'), { exact: true }).selectOption('distance');
      await expect(page).toHaveURL(/sort=distance$/);
      const { payload } = await search(request, { ...around(50), sortField: 'distance' });
      expect(payload.map(({ address }) => address.city)).toContain(neighbour);
      await expect(page.getByRole('article').first()).toContainText(payload[0]?.title ?? '?');
      // Cards in the town itself have no distance.
      const distant = payload.find(({ distanceKm }) => distanceKm);
      const card = page.getByRole('article').filter({ hasText: distant?.title ?? '?' });
      await expect(card.first()).toContainText(
        t('listings', 'card.distance', { km: `${distant?.distanceKm}` }),
      );
    });

    await test.step('adds a day of moving in and an amenity', async () => {
      if (isPhone(page)) {
        await input.press(page.getByRole('button', { name: t('listings', 'facets.show'), exact: true }));
      }
      const availableBy = firstOfMonth(3);
      await page.getByLabel(t('listings', 'search.availableBy'), { exact: true }).fill(availableBy);
      const amenity = page.getByRole('checkbox', { name: t('listings', 'amenity.WIFI'), exact: true });
      // A chip covers its box.
      if (method === 'mouse') await page.locator('label').filter({ has: amenity }).click();
      else await input.toggle(amenity);
      const filters = { ...around(50), availableBy, amenities: ['WIFI'] };
      const found = await search(request, filters);
      await expect(resultsHeading(page, t, found.totalSize)).toBeVisible();
      await expect(page).toHaveURL(/^[^?]*\?near=.*&radius=50&availableBy=.*&amenities=WIFI&sort=distance$/);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await inspect(page, `near-2-filters-${method}`);
    });

    await test.step('the address keeps the search, without layout shifts', async () => {
      const shown = await page.getByRole('heading', { level: 2 }).first().textContent();
      const shifts = await recordLayoutShifts(page);
      await page.reload();
      await expect(select).toHaveValue('50');
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(shown ?? '?');
      await page.waitForLoadState('networkidle');
      expect((await shifts()).total).toBeLessThan(0.01);
    });

    await test.step('a smaller radius leaves the other city out, and the chip removes the town', async () => {
      await page.goto(`/?${new URLSearchParams({ near: city, radius: '20', sort: 'distance' })}`);
      const found = await search(request, around(20));
      await expect(resultsHeading(page, t, found.totalSize)).toBeVisible();
      await expect(page.getByRole('article').filter({ hasText: neighbour })).toHaveCount(0);
      await input.press(
        page.getByRole('button', { name: t('listings', 'search.removePlace', { place: city }) }),
      );
      await expect(page).toHaveURL('/');
      await expect(select).toHaveCount(0);
      await expect(page.getByLabel(t('listings', 'order.label'), { exact: true })).toHaveValue('basicRent');
    });

    await test.step('a town without listings is searched with its surroundings', async () => {
      const { village, found } = await villageNearListings(request);
      const field = await searchField(page, t);
      // On a phone Tab could leave the field, which the header shows only for now.
      await field.focus();
      await page.keyboard.type(village);
      const option = page.getByRole('option', {
        name: `${village}, ${t('listings', 'suggest.around')}`,
        exact: true,
      });
      await expect(option).toBeVisible();
      await inspect(page, `near-3-town-${method}`);
      if (method === 'mouse') {
        await option.click();
      } else {
        await page.keyboard.press('ArrowDown');
        await expect(option).toHaveAttribute('aria-selected', 'true');
        await page.keyboard.press('Enter');
      }
      await expect(page).toHaveURL(`/?${new URLSearchParams({ near: village, radius: '10' })}`);
      await expect(resultsHeading(page, t, found.totalSize)).toBeVisible();
      await expect(radius(page, t, village)).toHaveValue('10');
    });
  });
}

const radius = (page: Page, t: Texts, town: string): Locator =>
  page.getByRole('combobox', { name: t('listings', 'search.radius', { city: town }), exact: true });

async function neighboursWithListings(request: APIRequestContext): Promise<(typeof neighbours)[number]> {
  for (const pair of neighbours) {
    const found = await Promise.all(pair.map((city) => search(request, { place: { city } })));
    if (found.every(({ totalSize }) => totalSize > 0)) return pair;
  }
  throw new Error('The demo data have no listings in two neighbouring cities.');
}

async function villageNearListings(
  request: APIRequestContext,
): Promise<{ village: string; found: SearchResult }> {
  for (const village of villages) {
    const found = await search(request, { near: { city: village, radiusKm: 10 } });
    if (found.totalSize > 0) return { village, found };
  }
  throw new Error('The demo data have no listings near a village.');
}
