import type { FieldRule, ListingResponse } from '../../../api/generated';
import { checkText } from '../../../ui/form/checkText';
import { parseDecimal } from '../../../ui/form/number/decimal';
import type { ListingValues } from '../values';
import { type AvailabilityError, checkAvailability } from './availability';

/** The path of a field in the form, such as `title` or `additionalCosts.0.cost`. */
export type FieldPath =
  | Exclude<keyof ListingValues, 'additionalCosts'>
  | `additionalCosts.${number}.${'description' | 'cost'}`;

/** A rule of the server, or one with a more specific text. */
export type ValidationError =
  | FieldRule
  | 'postal-code'
  | 'number'
  | 'one-decimal'
  | 'two-decimals'
  | 'total-area'
  | 'count'
  | AvailabilityError;

export type ValidationErrors = Partial<Record<FieldPath, ValidationError>>;

/** In characters, as on the server. */
export const maxLengths = {
  title: 150,
  street: 150,
  houseNumber: 30,
  city: 100,
  district: 100,
  description: 5000,
  tenantDescription: 5000,
  locationDescription: 5000,
  cost: 150,
} as const;

export const maxArea = 10_000;
export const maxAmount = 100_000;
export const maxCount = 99;
export const maxAdditionalCosts = 50;

/** Validates the fields of all steps. `saved`: the listing, if it exists. */
export function validate(values: ListingValues, saved?: ListingResponse): ValidationErrors {
  const results: [FieldPath, ValidationError | undefined][] = [
    ['title', checkText(values.title, maxLengths.title)],
    ['street', checkText(values.street, maxLengths.street)],
    ['houseNumber', checkText(values.houseNumber, maxLengths.houseNumber)],
    ['postalCode', postalCode(values.postalCode)],
    ['city', checkText(values.city, maxLengths.city)],
    ['district', values.district.trim() ? checkText(values.district, maxLengths.district) : undefined],
    ['areaSqm', area(values.areaSqm)],
    ['totalAreaSqm', totalArea(values)],
    ['bedrooms', count(values.bedrooms)],
    ['bathrooms', count(values.bathrooms)],
    ['kitchens', count(values.kitchens)],
    ['description', checkText(values.description, maxLengths.description)],
    ['tenantDescription', checkText(values.tenantDescription, maxLengths.tenantDescription)],
    ['locationDescription', checkText(values.locationDescription, maxLengths.locationDescription)],
    ['baseRent', amount(values.baseRent, 1)],
    ['ancillaryCost', amount(values.ancillaryCost, 0)],
    ['securityDeposit', amount(values.securityDeposit, 0)],
    ...checkAvailability(values, saved),
    ...values.additionalCosts.flatMap(
      ({ description, cost }, row): [FieldPath, ValidationError | undefined][] => [
        [`additionalCosts.${row}.description`, checkText(description, maxLengths.cost)],
        [`additionalCosts.${row}.cost`, amount(cost, -1)],
      ],
    ),
  ];
  return Object.fromEntries(results.filter(([, error]) => error !== undefined));
}

function postalCode(value: string): ValidationError | undefined {
  if (value.trim() === '') return 'validation.required';
  return /^\d{5}$/.test(value.trim()) ? undefined : 'postal-code';
}

function area(value: string): ValidationError | undefined {
  return decimal(value, { above: 1, upTo: maxArea, decimals: 1 });
}

function totalArea({ propertyType, areaSqm, totalAreaSqm }: ListingValues): ValidationError | undefined {
  if (propertyType !== 'ROOM') return undefined;
  const [room, total] = [parseDecimal(areaSqm), parseDecimal(totalAreaSqm)];
  const isSmaller = room && total && total.value < room.value;
  return area(totalAreaSqm) ?? (isSmaller ? 'total-area' : undefined);
}

const amount = (value: string, above: number): ValidationError | undefined =>
  decimal(value, { above, upTo: maxAmount, decimals: 2 });

type Range = { above: number; upTo: number; decimals: 1 | 2 };

/** A number that is too small counts as missing, by the specification. */
function decimal(value: string, { above, upTo, decimals }: Range): ValidationError | undefined {
  if (value.trim() === '') return 'validation.required';
  const number = parseDecimal(value);
  if (!number) return 'number';
  if (number.value <= above) return 'validation.required';
  if (number.value > upTo) return 'validation.out-of-range';
  if (number.decimals <= decimals) return undefined;
  return decimals === 1 ? 'one-decimal' : 'two-decimals';
}

function count(value: string): ValidationError | undefined {
  if (value.trim() === '') return 'validation.required';
  return /^\d{1,2}$/.test(value.trim()) ? undefined : 'count';
}
