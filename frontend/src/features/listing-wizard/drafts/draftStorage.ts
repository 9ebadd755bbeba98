import { draftKey } from '../../../ui/drafts/drafts';
import { knownAmenities } from '../steps/amenities';
import { regions } from '../steps/regions';
import { firstStep, lastStep } from '../steps/steps';
import { type ListingValues, defaultValues } from '../values';

const version = 1;

/** 90 days, in milliseconds. */
export const maxDraftAge = 90 * 24 * 60 * 60 * 1000;
/** For each user. */
export const maxDrafts = 20;

/** The id of the edited listing, or a prefixed draft id for a new one. */
export type DraftName = string;

const newPrefix = 'new/';
export const newDraftName = (draftId: string): DraftName => newPrefix + draftId;
/** The draft id of a new listing; undefined for an existing one. */
export const draftIdOf = (name: DraftName): string | undefined =>
  name.startsWith(newPrefix) ? name.slice(newPrefix.length) : undefined;

/** Unsaved values of the wizard, as stored on this device. */
export type Draft = {
  values: ListingValues;
  step: number;
  /** The time of the last change, in milliseconds. */
  changed: number;
  /** The idempotency key of a new listing. */
  draftId: string;
  /** The fingerprint of the saved values that the draft is based on; null for a new listing. */
  base: string | null;
};

const storagePrefix = (userId: string) => draftKey(userId, 'listing/');
const storageKey = (userId: string, name: DraftName) => storagePrefix(userId) + name;

export function readDraft(userId: string, name: DraftName): Draft | undefined {
  return readStorage(storageKey(userId, name));
}

export function writeDraft(userId: string, name: DraftName, draft: Draft): void {
  tryStorage(() => localStorage.setItem(storageKey(userId, name), JSON.stringify({ version, ...draft })));
}

export function removeDraft(userId: string, name: DraftName): void {
  tryStorage(() => localStorage.removeItem(storageKey(userId, name)));
}

export type NamedDraft = Draft & { name: DraftName };

/** The user's drafts on this device, newest first. */
export function listDrafts(userId: string): NamedDraft[] {
  const prefix = storagePrefix(userId);
  const keys = tryStorage(() => Object.keys(localStorage)) ?? [];
  return keys
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = readStorage(key);
      return draft ? [{ name: key.slice(prefix.length), ...draft }] : [];
    })
    .toSorted((a, b) => b.changed - a.changed);
}

/**
 * Removes expired and surplus drafts. Renames the single draft that an earlier version
 * stored for new listings, and returns its draft id.
 */
export function pruneDrafts(userId: string, now: number): string | undefined {
  const legacyKey = storageKey(userId, 'new');
  const legacyDraft = readStorage(legacyKey);
  if (legacyDraft) writeDraft(userId, newDraftName(legacyDraft.draftId), legacyDraft);
  tryStorage(() => localStorage.removeItem(legacyKey));
  listDrafts(userId).forEach(({ name, changed }, index) => {
    if (index >= maxDrafts || now - changed > maxDraftAge) removeDraft(userId, name);
  });
  return legacyDraft?.draftId;
}

function readStorage(key: string): Draft | undefined {
  const stored = tryStorage(() => localStorage.getItem(key));
  return stored ? tryStorage(() => parse(JSON.parse(stored))) : undefined;
}

/** Rejects everything that this version could not have written. */
function parse(stored: unknown): Draft | undefined {
  if (!isRecord(stored) || stored['version'] !== version) return undefined;
  const { step, changed, draftId, base } = stored;
  const values = addDates(migrateNames(stored['values']));
  const isValid =
    isValues(values) &&
    isInteger(step, firstStep, lastStep) &&
    isInteger(changed, 0, Number.MAX_SAFE_INTEGER) &&
    typeof draftId === 'string' &&
    (base === null || typeof base === 'string');
  return isValid ? { values, step, changed, draftId, base } : undefined;
}

/** An earlier version stored `propertyType` as `unitType`. */
function migrateNames(values: unknown): unknown {
  if (!isRecord(values) || !('unitType' in values)) return values;
  const { unitType, ...others } = values;
  return { propertyType: unitType, ...others };
}

/** An earlier version stored no dates. */
function addDates(values: unknown): unknown {
  const { availableFrom, availableUntil, minimumMonths } = defaultValues();
  return isRecord(values) ? { availableFrom, availableUntil, minimumMonths, ...values } : values;
}

function isValues(value: unknown): value is ListingValues {
  if (!isRecord(value)) return false;
  const { amenities: _amenities, additionalCosts: _costs, ...texts } = defaultValues();
  return (
    Object.keys(texts).every((name) => typeof value[name] === 'string') &&
    isOneOf(['APARTMENT', 'HOUSE', 'ROOM', 'OTHER'], value['propertyType']) &&
    isOneOf(regions, value['region']) &&
    isListOf(value['amenities'], (amenity) => isOneOf(knownAmenities, amenity)) &&
    isListOf(value['additionalCosts'], isCost)
  );
}

const isCost = (cost: unknown): boolean =>
  isRecord(cost) && typeof cost['description'] === 'string' && typeof cost['cost'] === 'string';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isOneOf = (allowed: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && allowed.includes(value);

const isListOf = (list: unknown, isEntry: (entry: unknown) => boolean): boolean =>
  Array.isArray(list) && list.every((entry) => isEntry(entry));

const isInteger = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** Returns undefined where storage is blocked or full; drafts are then lost with the page. */
export function tryStorage<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
