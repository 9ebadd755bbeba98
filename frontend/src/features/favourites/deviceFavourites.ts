import type { ListingSummaryResponse, UnitType } from '../../api/generated';
import { isUuid } from '../../api/isUuid';
import { deviceKey } from './deviceKey';

/** As many as a student's list holds (`MAX_FAVOURITES` of the server). */
export const maxFavourites = 200;

/** What a device keeps of a marked listing: enough for the list when the listing is gone. */
export type DeviceFavourite = {
  externalId: string;
  title: string;
  city: string;
  unitType: UnitType;
  totalRent: number;
};

/** A change of the list: listings by id to remove, then one to add in front. */
export type DeviceChange = { remove: readonly string[]; add?: DeviceFavourite };

export const deviceFavouriteOf = (listing: ListingSummaryResponse): DeviceFavourite => ({
  externalId: listing.externalId,
  title: listing.title,
  city: listing.address.city,
  unitType: listing.unitType,
  totalRent: listing.totalRent,
});

const unitTypes: ReadonlySet<unknown> = new Set<UnitType>(['APARTMENT', 'HOUSE', 'ROOM', 'OTHER']);

function isFavourite(value: unknown): value is DeviceFavourite {
  if (typeof value !== 'object' || value === null) return false;
  const { externalId, title, city, unitType, totalRent } = value as Record<string, unknown>;
  return (
    typeof externalId === 'string' &&
    isUuid(externalId) &&
    typeof title === 'string' &&
    typeof city === 'string' &&
    unitTypes.has(unitType) &&
    typeof totalRent === 'number' &&
    Number.isFinite(totalRent)
  );
}

/** The valid entries of a stored list, each listing once, the newest first. */
export function parseFavourites(text: string | null): DeviceFavourite[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  const known = new Set<string>();
  return stored
    .filter((entry) => isFavourite(entry))
    .filter(({ externalId }) => !known.has(externalId) && known.add(externalId))
    .slice(0, maxFavourites);
}

export function readDeviceFavourites(): DeviceFavourite[] {
  try {
    return parseFavourites(localStorage.getItem(deviceKey));
  } catch {
    return [];
  }
}

/** The list after a change; undefined if it is full. */
export function applyChange(
  list: readonly DeviceFavourite[],
  { remove, add }: DeviceChange,
): DeviceFavourite[] | undefined {
  const kept = list.filter(
    ({ externalId }) => !remove.includes(externalId) && externalId !== add?.externalId,
  );
  if (!add) return kept;
  return kept.length < maxFavourites ? [add, ...kept] : undefined;
}

export function writeDeviceFavourites(list: readonly DeviceFavourite[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(deviceKey);
    else localStorage.setItem(deviceKey, JSON.stringify(list));
  } catch {
    // Storage is blocked or full: the list lasts as long as this page.
  }
}
