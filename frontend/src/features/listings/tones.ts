import type { ListingStatus, UnitType } from '../../api/generated';
import type { Tone } from '../../theme/palette';

export const unitTypeTones: Record<UnitType, Tone> = {
  APARTMENT: 'indigo',
  HOUSE: 'green',
  ROOM: 'yellow',
  OTHER: 'yellow',
};

export const listingStatusTones: Record<ListingStatus, Tone> = {
  ARCHIVED: 'gray',
  DRAFT: 'yellow',
  AVAILABLE: 'green',
  RENTED: 'red',
};
