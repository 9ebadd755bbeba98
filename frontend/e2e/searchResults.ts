import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

type Range = { min: number | null; max: number | null; count: number };
export type SearchResult = {
  payload: { title: string; distanceKm: number | null; address: { city: string; district: string | null } }[];
  totalSize: number;
  facets: {
    prices: Range[];
    unitTypes: { unitType: string; count: number }[];
    amenities: { amenity: string; count: number }[];
  } | null;
};

/** The first day of the month in so many months. */
export function firstOfMonth(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() + months, 1)).toISOString().slice(0, 10);
}

/** The number of results in words. */
export const countText = (t: Texts, count: number): string =>
  t('listings', count === 1 ? 'results.count_one' : 'results.count_other', { count: `${count}` });

/** The heading of so many results. */
export const resultsHeading = (page: Page, t: Texts, count: number): Locator =>
  page.getByRole('heading', { level: 2, name: countText(t, count), exact: true });

/** What the API finds. */
export async function search(request: APIRequestContext, filters: object): Promise<SearchResult> {
  const response = await request.post('/api/v1/listings/search', { data: { pageSize: 100, ...filters } });
  expect(response.ok()).toBe(true);
  return (await response.json()) as SearchResult;
}
