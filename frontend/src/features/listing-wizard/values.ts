import type { Amenity, ListingResponse, Region, SaveListingRequest, UnitType } from '../../api/generated';
import { parseDecimal } from '../../ui/form/number/decimal';
import { formatDecimal } from '../../ui/form/number/formatDecimal';
import { tenantTemplate } from './steps/tenantTemplate';

/** The form's values. Numbers are texts, as typed. */
export type ListingValues = {
  title: string;
  propertyType: UnitType;
  street: string;
  houseNumber: string;
  postalCode: string;
  city: string;
  district: string;
  region: Region;
  areaSqm: string;
  totalAreaSqm: string;
  bedrooms: string;
  bathrooms: string;
  kitchens: string;
  amenities: Amenity[];
  description: string;
  tenantDescription: string;
  locationDescription: string;
  baseRent: string;
  ancillaryCost: string;
  securityDeposit: string;
  additionalCosts: { description: string; cost: string }[];
  /** Days as `2027-04-01`; empty: from now on, without end. */
  availableFrom: string;
  availableUntil: string;
  minimumMonths: string;
};

export const defaultValues = (): ListingValues => ({
  title: '',
  propertyType: 'APARTMENT',
  street: '',
  houseNumber: '',
  postalCode: '',
  city: '',
  district: '',
  region: 'Bayern',
  areaSqm: '',
  totalAreaSqm: '',
  bedrooms: '1',
  bathrooms: '1',
  kitchens: '1',
  amenities: ['ENERGY_CERTIFICATE'],
  description: '',
  tenantDescription: tenantTemplate,
  locationDescription: '',
  baseRent: '0',
  ancillaryCost: '0',
  securityDeposit: '0',
  additionalCosts: [],
  availableFrom: '',
  availableUntil: '',
  minimumMonths: '0',
});

export function toValues(listing: ListingResponse, language: string): ListingValues {
  const text = (value: number) => formatDecimal(value, language);
  const { address } = listing;
  return {
    title: listing.title,
    propertyType: listing.unitType,
    street: address.street,
    houseNumber: address.houseNumber,
    postalCode: address.postalCode,
    city: address.city,
    district: address.district ?? '',
    region: address.region,
    areaSqm: text(listing.areaSqm),
    totalAreaSqm: text(listing.totalAreaSqm),
    bedrooms: String(listing.bedrooms),
    bathrooms: String(listing.bathrooms),
    kitchens: String(listing.kitchens),
    amenities: [...listing.amenities],
    description: listing.description,
    tenantDescription: listing.tenantDescription,
    locationDescription: listing.locationDescription,
    baseRent: text(listing.basicRent),
    ancillaryCost: text(listing.ancillaryCost),
    securityDeposit: text(listing.securityDeposit),
    additionalCosts: listing.additionalCosts.map(({ description, cost }) => ({
      description,
      cost: text(cost),
    })),
    availableFrom: listing.availableFrom ?? '',
    availableUntil: listing.availableUntil ?? '',
    minimumMonths: String(listing.minimumMonths ?? 0),
  };
}

const number = (text: string): number => parseDecimal(text)?.value ?? 0;

/** For valid values. For invalid ones, only good enough to detect changes. */
export function toRequest(values: ListingValues): SaveListingRequest {
  return {
    title: values.title.trim(),
    unitType: values.propertyType,
    address: {
      street: values.street.trim(),
      houseNumber: values.houseNumber.trim(),
      postalCode: values.postalCode.trim(),
      city: values.city.trim(),
      district: values.district.trim() || null,
      region: values.region,
    },
    areaSqm: number(values.areaSqm),
    // Only a room is part of a larger unit.
    totalAreaSqm: number(values.propertyType === 'ROOM' ? values.totalAreaSqm : values.areaSqm),
    bedrooms: number(values.bedrooms),
    bathrooms: number(values.bathrooms),
    kitchens: number(values.kitchens),
    amenities: values.amenities.toSorted((a, b) => a.localeCompare(b)),
    description: values.description.trim(),
    tenantDescription: values.tenantDescription.trim(),
    locationDescription: values.locationDescription.trim(),
    basicRent: number(values.baseRent),
    ancillaryCost: number(values.ancillaryCost),
    securityDeposit: number(values.securityDeposit),
    additionalCosts: values.additionalCosts.map(({ description, cost }) => ({
      description: description.trim(),
      cost: number(cost),
    })),
    availableFrom: values.availableFrom || null,
    availableUntil: values.availableUntil || null,
    minimumMonths: number(values.minimumMonths) || null,
  };
}

/** Equal for values that lead to the same request. */
export const fingerprint = (values: ListingValues): string => JSON.stringify(toRequest(values));

/** The monthly rent of the typed values. Added in cents, as on the server. */
export function computeTotalRent(
  values: Pick<ListingValues, 'baseRent' | 'ancillaryCost' | 'additionalCosts'>,
): number {
  const amounts = [values.baseRent, values.ancillaryCost, ...values.additionalCosts.map(({ cost }) => cost)];
  return amounts.reduce((cents, amount) => cents + Math.round(number(amount) * 100), 0) / 100;
}
