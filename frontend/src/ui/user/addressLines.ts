import type { ListingAddressResponse } from '../../api/generated';

export const streetLine = ({ street, houseNumber }: ListingAddressResponse): string =>
  `${street} ${houseNumber}`;

export const townLine = ({ postalCode, city }: ListingAddressResponse): string => `${postalCode} ${city}`;

/** `District, City` or `City`. */
export const placeName = ({ city, district }: Pick<ListingAddressResponse, 'city' | 'district'>): string =>
  district ? `${district}, ${city}` : city;
