import type { FieldPath, Mistakes } from './mistakes';

/** In their order. The number in an address is one more than the place here. */
export const stepNames = [
  'type',
  'location',
  'size',
  'amenities',
  'descriptions',
  'pricing',
  'images',
  'overview',
] as const;

export type StepName = (typeof stepNames)[number];

export const firstStep = 1;
/** The step whose button saves. */
export const savingStep = 7;
export const lastStep = stepNames.length;

const stepOfField: Record<string, number> = {
  title: 1,
  propertyType: 1,
  street: 2,
  houseNumber: 2,
  postalCode: 2,
  city: 2,
  district: 2,
  region: 2,
  areaSqm: 3,
  totalAreaSqm: 3,
  bedrooms: 3,
  bathrooms: 3,
  kitchens: 3,
  amenities: 4,
  description: 5,
  tenantDescription: 5,
  locationDescription: 5,
  baseRent: 6,
  ancillaryCost: 6,
  securityDeposit: 6,
  additionalCosts: 6,
};

export const nameOfStep = (step: number): StepName => stepNames[step - 1] ?? 'type';

/** The step on which a field stands. */
export const stepOf = (path: string): number => stepOfField[path.split('.')[0] ?? ''] ?? firstStep;

export function mistakesOfStep(mistakes: Mistakes, step: number): Mistakes {
  const entries = Object.entries(mistakes) as [FieldPath, Mistakes[FieldPath]][];
  return Object.fromEntries(entries.filter(([path]) => stepOf(path) === step));
}

/** How far one may go: the first step with a mistake, else the one that saves. */
export function furthestStep(mistakes: Mistakes): number {
  return Math.min(savingStep, ...Object.keys(mistakes).map(stepOf));
}

/** The step that an address asks for; the first one where it says nothing that is understood. */
export function readStep(search: string): number | undefined {
  const asked = new URLSearchParams(search).get('step') ?? '';
  return /^[1-8]$/.test(asked) ? Number(asked) : undefined;
}
