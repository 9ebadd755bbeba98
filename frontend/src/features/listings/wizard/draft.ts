import { draftKey } from '../../../ui/form/drafts';
import { knownAmenities } from './amenities';
import { regions } from './regions';
import { firstStep, lastStep } from './steps';
import { type ListingValues, newListing } from './values';

const version = 1;

/** What somebody typed and has not saved yet. */
export type Draft = {
  values: ListingValues;
  step: number;
  /** When it was last changed, in milliseconds. */
  changed: number;
  /** What a new listing is known by until it has an identifier, so that saving it twice makes one. */
  draftId: string;
  /** The fingerprint of the details that were being edited; null for a new listing. */
  base: string | null;
};

const keyOf = (userId: string, listingId: string | undefined) =>
  draftKey(userId, `listing/${listingId ?? 'new'}`);

export function readDraft(userId: string, listingId: string | undefined): Draft | undefined {
  const stored = attempt(() => localStorage.getItem(keyOf(userId, listingId)));
  return stored ? attempt(() => parse(JSON.parse(stored))) : undefined;
}

export function writeDraft(userId: string, listingId: string | undefined, draft: Draft): void {
  attempt(() => localStorage.setItem(keyOf(userId, listingId), JSON.stringify({ version, ...draft })));
}

export function removeDraft(userId: string, listingId: string | undefined): void {
  attempt(() => localStorage.removeItem(keyOf(userId, listingId)));
}

/** What another version of the app or somebody's hand wrote is not taken over. */
function parse(stored: unknown): Draft | undefined {
  if (!isRecord(stored) || stored['version'] !== version) return undefined;
  const { values, step, changed, draftId, base } = stored;
  const fits =
    isValues(values) &&
    isWhole(step, firstStep, lastStep) &&
    isWhole(changed, 0, Number.MAX_SAFE_INTEGER) &&
    typeof draftId === 'string' &&
    (base === null || typeof base === 'string');
  return fits ? { values, step, changed, draftId, base } : undefined;
}

function isValues(given: unknown): given is ListingValues {
  if (!isRecord(given)) return false;
  const { amenities: _amenities, additionalCosts: _costs, ...texts } = newListing();
  return (
    Object.keys(texts).every((name) => typeof given[name] === 'string') &&
    isOneOf(['APARTMENT', 'HOUSE', 'ROOM', 'OTHER'], given['unitType']) &&
    isOneOf(regions, given['region']) &&
    isListOf(given['amenities'], (amenity) => isOneOf(knownAmenities, amenity)) &&
    isListOf(given['additionalCosts'], isCost)
  );
}

const isCost = (cost: unknown): boolean =>
  isRecord(cost) && typeof cost['description'] === 'string' && typeof cost['cost'] === 'string';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isOneOf = (allowed: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && allowed.includes(value);

const isListOf = (list: unknown, fits: (entry: unknown) => boolean): boolean =>
  Array.isArray(list) && list.every((entry) => fits(entry));

const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** Where storage is blocked or full a draft lives as long as the page. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
