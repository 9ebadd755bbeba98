import type { SaveSearchRequest } from '../../../api/generated';
import { formatFilters, isFiltered, parseFilters } from '../../search/searchFilters';
import { type Frequency, frequencies } from '../frequencies';
import { toSavedFilters } from '../savedFilters';

/** In the local storage. */
export const keptSearchKey = 'searchToSave';

/** A visitor's search until the login; `query` has its filters as the address of the search. */
export type KeptSearch = { name: string; frequency: Frequency; query: string };

export function hasKeptSearch(): boolean {
  try {
    return localStorage.getItem(keptSearchKey) !== null;
  } catch {
    return false;
  }
}

/** Undefined without one, or if it is damaged. */
export function readKeptSearch(): KeptSearch | undefined {
  try {
    return parseKeptSearch(localStorage.getItem(keptSearchKey));
  } catch {
    return undefined;
  }
}

function parseKeptSearch(text: string | null): KeptSearch | undefined {
  const stored: unknown = JSON.parse(text ?? 'null');
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { name, frequency, query } = stored as Record<string, unknown>;
  const known = frequencies.find((other) => other === frequency);
  if (typeof name !== 'string' || known === undefined || typeof query !== 'string') return undefined;
  const filters = parseFilters(new URLSearchParams(query));
  return isFiltered(filters) ? { name, frequency: known, query: formatFilters(filters) } : undefined;
}

/** Replaces an older one. */
export function keepSearch(search: KeptSearch): void {
  try {
    localStorage.setItem(keptSearchKey, JSON.stringify(search));
  } catch {
    // Storage is blocked or full: the login leads back to the search.
  }
}

export function forgetKeptSearch(): void {
  try {
    localStorage.removeItem(keptSearchKey);
  } catch {
    // Then there is none.
  }
}

export const toSaveRequest = ({ name, frequency, query }: KeptSearch): SaveSearchRequest => ({
  name,
  frequency,
  filters: toSavedFilters(parseFilters(new URLSearchParams(query))),
});
