import type { Amenity } from '../../../api/generated';

/** Used when the server's list is not available. */
export const fallbackAmenities = [
  'AIR_CONDITIONING',
  'BALCONY',
  'FURNISHED',
  'GARDEN',
  'PARKING',
  'SWIMMING_POOL',
  'WIFI',
] as const satisfies readonly Amenity[];

/** Every code that this build has a text for. */
export const knownAmenities = [
  ...fallbackAmenities,
  'BICYCLE_STORAGE',
  'CELLAR',
  'DISHWASHER',
  'ELEVATOR',
  'ENERGY_CERTIFICATE',
  'KITCHEN',
  'PETS_ALLOWED',
  'TERRACE',
  'TV',
  'WASHING_MACHINE',
  'WHEELCHAIR_ACCESSIBLE',
] as const satisfies readonly Amenity[];
