import type { FieldRule } from '../../../api/generated';
import { countCharacters } from '../../../ui/form/TextArea';
import { parseDecimal } from './decimal';
import type { ListingValues } from './values';

/** The name of a field of the form; of a row of costs as `additionalCosts.0.cost`. */
export type FieldPath =
  | Exclude<keyof ListingValues, 'additionalCosts'>
  | `additionalCosts.${number}.${'description' | 'cost'}`;

/** What can be wrong with a field: a rule of the server, or one that can be said more clearly here. */
export type Mistake =
  | FieldRule
  | 'postal-code'
  | 'number'
  | 'one-decimal'
  | 'two-decimals'
  | 'total-area'
  | 'count';

export type Mistakes = Partial<Record<FieldPath, Mistake>>;

/** The most characters, as the server counts them. */
export const longest = {
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

export const largestArea = 10_000;
export const largestAmount = 100_000;
export const largestCount = 99;
export const mostCosts = 50;

/** Everything that is wrong, whatever the step. */
export function mistakesOf(values: ListingValues): Mistakes {
  const found: [FieldPath, Mistake | undefined][] = [
    ['title', text(values.title, longest.title)],
    ['street', text(values.street, longest.street)],
    ['houseNumber', text(values.houseNumber, longest.houseNumber)],
    ['postalCode', postalCode(values.postalCode)],
    ['city', text(values.city, longest.city)],
    ['district', values.district.trim() ? text(values.district, longest.district) : undefined],
    ['areaSqm', area(values.areaSqm)],
    ['totalAreaSqm', totalArea(values)],
    ['bedrooms', count(values.bedrooms)],
    ['bathrooms', count(values.bathrooms)],
    ['kitchens', count(values.kitchens)],
    ['description', text(values.description, longest.description)],
    ['tenantDescription', text(values.tenantDescription, longest.tenantDescription)],
    ['locationDescription', text(values.locationDescription, longest.locationDescription)],
    ['baseRent', amount(values.baseRent, 1)],
    ['ancillaryCost', amount(values.ancillaryCost, 0)],
    ['securityDeposit', amount(values.securityDeposit, 0)],
    ...values.additionalCosts.flatMap(({ description, cost }, row): [FieldPath, Mistake | undefined][] => [
      [`additionalCosts.${row}.description`, text(description, longest.cost)],
      [`additionalCosts.${row}.cost`, amount(cost, -1)],
    ]),
  ];
  return Object.fromEntries(found.filter(([, mistake]) => mistake !== undefined));
}

function text(value: string, limit: number): Mistake | undefined {
  const length = countCharacters(value);
  if (length === 0) return 'validation.required';
  return length > limit ? 'validation.too-long' : undefined;
}

function postalCode(value: string): Mistake | undefined {
  if (value.trim() === '') return 'validation.required';
  return /^\d{5}$/.test(value.trim()) ? undefined : 'postal-code';
}

function area(value: string): Mistake | undefined {
  return decimal(value, { above: 1, upTo: largestArea, decimals: 1 });
}

function totalArea({ propertyType, areaSqm, totalAreaSqm }: ListingValues): Mistake | undefined {
  if (propertyType !== 'ROOM') return undefined;
  const [room, total] = [parseDecimal(areaSqm), parseDecimal(totalAreaSqm)];
  const smaller = room && total && total.value < room.value;
  return area(totalAreaSqm) ?? (smaller ? 'total-area' : undefined);
}

const amount = (value: string, above: number): Mistake | undefined =>
  decimal(value, { above, upTo: largestAmount, decimals: 2 });

type Range = { above: number; upTo: number; decimals: 1 | 2 };

/** What is too little counts as not given, as the specification has it. */
function decimal(value: string, { above, upTo, decimals }: Range): Mistake | undefined {
  if (value.trim() === '') return 'validation.required';
  const typed = parseDecimal(value);
  if (!typed) return 'number';
  if (typed.value <= above) return 'validation.required';
  if (typed.value > upTo) return 'validation.out-of-range';
  if (typed.decimals <= decimals) return undefined;
  return decimals === 1 ? 'one-decimal' : 'two-decimals';
}

function count(value: string): Mistake | undefined {
  if (value.trim() === '') return 'validation.required';
  return /^\d{1,2}$/.test(value.trim()) ? undefined : 'count';
}
