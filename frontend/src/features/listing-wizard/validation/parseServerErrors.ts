import type { ErrorBody } from '../../../api/generated';
import type { FieldPath, ValidationErrors } from './validate';

/** API names that differ from those of the form. */
const formNames: Record<string, FieldPath> = { basicRent: 'baseRent', unitType: 'propertyType' };

/**
 * Maps paths of the API to those of the form: `address.city` to `city`, `costs[0]` to `costs.0`.
 */
export function parseServerErrors(error: ErrorBody | undefined): ValidationErrors {
  const fields = Object.entries(error?.fields ?? {});
  return Object.fromEntries(fields.map(([path, rule]) => [formPath(path), rule]));
}

function formPath(path: string): string {
  const plain = path.replace(/^address\./, '').replaceAll(/\[(\d+)\]/g, '.$1');
  return formNames[plain] ?? plain;
}
