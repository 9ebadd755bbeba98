import type { UnitType } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { formatFilters, parseFilters } from '../../search/searchFilters';

export type Sought = { city: string; unitType: UnitType; totalRent: number };

/** The address of a search: the same town and type, the total rent at most 15 % less or more. */
export function similarSearch({ city, unitType, totalRent }: Sought): string {
  const cents = Math.round(totalRent * 100);
  const query = formatFilters({
    ...parseFilters(new URLSearchParams()),
    place: { city, district: null },
    unitTypes: [unitType],
    priceMin: Math.ceil((cents * 85) / 100) / 100,
    priceMax: Math.floor((cents * 115) / 100) / 100,
  });
  return `${paths.home.href()}?${query}`;
}
