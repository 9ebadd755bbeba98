import { draftKey } from '../../../ui/form/drafts';
import { knownAmenities } from './amenities';
import { regions } from './regions';
import { firstStep, lastStep } from './steps';
import { type ListingValues, newListing } from './values';

const version = 1;

/** How long a draft is kept, in milliseconds (90 days), and how many of a user. */
export const longestKept = 90 * 24 * 60 * 60 * 1000;
export const mostDrafts = 20;

/** A draft's name: the id of the listing that it changes, or the mark of a new one. */
export type DraftName = string;

const newPrefix = 'new/';
export const newDraftName = (draftId: string): DraftName => newPrefix + draftId;
/** The mark of a new listing, by which its draft is named; undefined for a listing that exists. */
export const draftIdOf = (name: DraftName): string | undefined =>
  name.startsWith(newPrefix) ? name.slice(newPrefix.length) : undefined;

/** What was typed and is not saved yet. */
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

const prefixOf = (userId: string) => draftKey(userId, 'listing/');
const keyOf = (userId: string, name: DraftName) => prefixOf(userId) + name;

export function readDraft(userId: string, name: DraftName): Draft | undefined {
  return readKey(keyOf(userId, name));
}

export function writeDraft(userId: string, name: DraftName, draft: Draft): void {
  attempt(() => localStorage.setItem(keyOf(userId, name), JSON.stringify({ version, ...draft })));
}

export function removeDraft(userId: string, name: DraftName): void {
  attempt(() => localStorage.removeItem(keyOf(userId, name)));
}

export type NamedDraft = Draft & { name: DraftName };

/** The user's drafts on this device, the newest first. */
export function listDrafts(userId: string): NamedDraft[] {
  const prefix = prefixOf(userId);
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  return keys
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = readKey(key);
      return draft ? [{ name: key.slice(prefix.length), ...draft }] : [];
    })
    .toSorted((a, b) => b.changed - a.changed);
}

/**
 * Removes drafts that are old or too many. An earlier version kept one new listing
 * for all tabs: it gets a name of its own, and the mark in it is answered.
 */
export function tidyDrafts(userId: string, now: number): string | undefined {
  const unnamed = keyOf(userId, 'new');
  const found = readKey(unnamed);
  if (found) writeDraft(userId, newDraftName(found.draftId), found);
  attempt(() => localStorage.removeItem(unnamed));
  listDrafts(userId).forEach(({ name, changed }, index) => {
    if (index >= mostDrafts || now - changed > longestKept) removeDraft(userId, name);
  });
  return found?.draftId;
}

function readKey(key: string): Draft | undefined {
  const stored = attempt(() => localStorage.getItem(key));
  return stored ? attempt(() => parse(JSON.parse(stored))) : undefined;
}

/** Nothing is taken over that this version could not have written. */
function parse(stored: unknown): Draft | undefined {
  if (!isRecord(stored) || stored['version'] !== version) return undefined;
  const { step, changed, draftId, base } = stored;
  const values = withPresentNames(stored['values']);
  const fits =
    isValues(values) &&
    isWhole(step, firstStep, lastStep) &&
    isWhole(changed, 0, Number.MAX_SAFE_INTEGER) &&
    typeof draftId === 'string' &&
    (base === null || typeof base === 'string');
  return fits ? { values, step, changed, draftId, base } : undefined;
}

/** A draft may have been kept before the property type got its present name. */
function withPresentNames(values: unknown): unknown {
  if (!isRecord(values) || !('unitType' in values)) return values;
  const { unitType, ...others } = values;
  return { propertyType: unitType, ...others };
}

function isValues(given: unknown): given is ListingValues {
  if (!isRecord(given)) return false;
  const { amenities: _amenities, additionalCosts: _costs, ...texts } = newListing();
  return (
    Object.keys(texts).every((name) => typeof given[name] === 'string') &&
    isOneOf(['APARTMENT', 'HOUSE', 'ROOM', 'OTHER'], given['propertyType']) &&
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
export function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
