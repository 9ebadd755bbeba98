import type { FieldPath, ValidationErrors } from '../validation/validate';

/** In order. The number of a step in the URL is its index plus 1. */
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
/** The step with the save button. */
export const savingStep = 7;
export const lastStep = stepNames.length;

const stepByField: Record<string, number> = {
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
  availableFrom: 6,
  availableUntil: 6,
  minimumMonths: 6,
};

export const stepName = (step: number): StepName => stepNames[step - 1] ?? 'type';

export const stepOfField = (path: string): number => stepByField[path.split('.')[0] ?? ''] ?? firstStep;

export function errorsOfStep(errors: ValidationErrors, step: number): ValidationErrors {
  const entries = Object.entries(errors) as [FieldPath, ValidationErrors[FieldPath]][];
  return Object.fromEntries(entries.filter(([path]) => stepOfField(path) === step));
}

/** The last available step: the first one with an error, else the saving step. */
export function furthestStep(errors: ValidationErrors): number {
  return Math.min(savingStep, ...Object.keys(errors).map(stepOfField));
}

/** The step of the query; undefined if it is missing or invalid. */
export function parseStep(search: string): number | undefined {
  const text = new URLSearchParams(search).get('step') ?? '';
  return /^[1-8]$/.test(text) ? Number(text) : undefined;
}
