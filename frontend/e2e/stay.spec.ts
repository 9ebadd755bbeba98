import type { Locator, Page } from '@playwright/test';
import { createInput } from './input';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { createListingWithImages } from './listingFixtures';
import { countText, firstOfMonth, resultsHeading, search } from './searchResults';
import { logIn } from './session';
import { textsOf } from './texts';
import { bearer } from './users';
import { isPhone } from './page';

type Texts = ReturnType<typeof textsOf>;

test('a visitor searches by the dates of a stay and by amenities', async ({ page, request, locale }) => {
  const t = textsOf(locale ?? 'de-DE');
  const input = createInput(page, 'keyboard');
  const moveIn = page.getByLabel(t('listings', 'search.availableBy'), { exact: true });
  const stayUntil = page.getByLabel(t('listings', 'search.availableUntil'), { exact: true });
  const [availableBy, availableUntil] = [firstOfMonth(3), firstOfMonth(8)];
  const openFilters = async () => {
    if (!isPhone(page)) return;
    await input.press(page.getByRole('button', { name: t('listings', 'facets.show'), exact: true }));
  };

  await test.step('finds less for a day of moving in', async () => {
    const all = await search(request, {});
    const inTime = await search(request, { availableBy });
    expect(inTime.totalSize).toBeGreaterThan(0);
    await page.goto('/');
    await expect(resultsHeading(page, t, all.totalSize)).toBeVisible();
    await openFilters();
    await moveIn.fill(availableBy);
    await expect(page).toHaveURL(`/?availableBy=${availableBy}`);
    await expect(resultsHeading(page, t, inTime.totalSize)).toBeVisible();
  });

  await test.step('sees an error for a stay that ends before it begins', async () => {
    await stayUntil.fill(firstOfMonth(2));
    await expect(page.getByText(t('listings', 'search.error.stayReversed'))).toBeVisible();
    await expect(stayUntil).toHaveAttribute('aria-invalid', 'true');
    await expect(resultsHeading(page, t, 0)).toBeVisible();
    await inspect(page, 'stay-1-reversed');
    await stayUntil.fill(availableUntil);
    const found = await search(request, { availableBy, availableUntil });
    await expect(resultsHeading(page, t, found.totalSize)).toBeVisible();
    await expect(page.getByText(t('listings', 'search.error.stayReversed'))).toHaveCount(0);
  });

  await test.step('chooses amenities, and sees the counts of others', async () => {
    await input.toggle(amenity(page, t, 'WIFI'));
    await input.press(page.getByRole('button', { name: t('listings', 'search.moreAmenities') }));
    await input.toggle(amenity(page, t, 'WASHING_MACHINE'));
    const stay = `availableBy=${availableBy}&availableUntil=${availableUntil}`;
    await expect(page).toHaveURL(`/?${stay}&amenities=WIFI,WASHING_MACHINE`);
    const amenities = ['WIFI', 'WASHING_MACHINE'];
    const found = await search(request, {
      availableBy,
      availableUntil,
      amenities,
      facets: true,
      amenityFacets: true,
    });
    await expect(resultsHeading(page, t, found.totalSize)).toBeVisible();
    for (const { amenity: code, count } of found.facets?.amenities ?? []) {
      await expect(amenity(page, t, code)).toHaveAccessibleDescription(countText(t, count));
    }
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await inspect(page, 'stay-2-amenities');
    await input.press(page.getByRole('button', { name: t('listings', 'search.fewerAmenities') }));
    await expect(amenity(page, t, 'WASHING_MACHINE')).toBeChecked();
    await expect(amenity(page, t, 'GARDEN')).toHaveCount(0);
  });

  await test.step('the address keeps the search', async () => {
    const shown = await page.getByRole('heading', { level: 2 }).first().textContent();
    await page.reload();
    await openFilters();
    await expect(moveIn).toHaveValue(availableBy);
    await expect(stayUntil).toHaveValue(availableUntil);
    await expect(amenity(page, t, 'WIFI')).toBeChecked();
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(shown ?? '?');
    await page
      .getByRole('button', { name: t('listings', 'search.reset') })
      .first()
      .click();
    await expect(page).toHaveURL('/');
    await expect(moveIn).toHaveValue('');
  });
});

test('a landlord enters dates, and archives a listing whose last day has passed', async ({
  page,
  request,
  locale,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const { id, title } = await createListingWithImages(request, 1);
  const from = page.getByLabel(t('wizard', 'availableFrom'), { exact: true });
  const until = page.getByLabel(t('wizard', 'availableUntil'), { exact: true });

  await test.step('enters the dates', async () => {
    await page.goto('/');
    await logIn(page, t, 'LANDLORD');
    await expect(page).toHaveURL(/\/my-listings$/);
    await page.goto(`/manage-listing/${id}?step=6`);
    const now = page.getByRole('button', { name: t('wizard', 'fromNowOn'), exact: true });
    await expect(now).toHaveAttribute('aria-pressed', 'true');
    await from.fill('2020-04-02');
    await until.fill('2020-04-01');
    await page.getByRole('button', { name: t('wizard', 'next'), exact: true }).click();
    await expect(page.getByText(t('wizard', 'error.ends-before-start'))).toBeVisible();
    await inspect(page, 'stay-3-dates');
    await now.click();
    await expect(from).toHaveValue('');
    await page.getByRole('button', { name: t('wizard', 'next'), exact: true }).click();
    await page.getByRole('button', { name: t('wizard', 'save'), exact: true }).click();
    await expect(page).toHaveURL(/step=8$/);
    await inspect(page, 'stay-4-overview');
  });

  await test.step('the link of the mail offers to archive the listing', async () => {
    await page.goto(`/my-listings?ended=${id}`);
    await expect(page.getByText(t('myListings', 'ended.title', { title }))).toBeVisible();
    await inspect(page, 'stay-5-ended');
    await page.getByRole('button', { name: t('myListings', 'ended.archive'), exact: true }).click();
    await expect(page.getByText(t('myListings', 'ended.archived'))).toBeVisible();
    await expect(page).toHaveURL('/my-listings');
    const response = await request.get(`/api/v1/listings/${id}`, {
      headers: await bearer(request, 'LANDLORD'),
    });
    const { payload } = (await response.json()) as { payload: { status: string; availableUntil: string } };
    expect([payload.status, payload.availableUntil]).toEqual(['ARCHIVED', '2020-04-01']);
  });
});

const amenity = (page: Page, t: Texts, code: string): Locator =>
  page.getByRole('checkbox', { name: t('listings', `amenity.${code}`), exact: true });
