import type { ListingAddressResponse } from '../../api/generated';

export const streetLine = ({ street, houseNumber }: ListingAddressResponse): string =>
  `${street} ${houseNumber}`;

export const townLine = ({ postalCode, city }: ListingAddressResponse): string => `${postalCode} ${city}`;
