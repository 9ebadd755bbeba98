import type { ErrorBody } from '../../../api/generated';
import type { FieldPath, Mistakes } from './mistakes';

/** The form's names for what the API calls differently. */
const names: Record<string, FieldPath> = { basicRent: 'baseRent', unitType: 'propertyType' };

/** `address.city` is `city` here, and `additionalCosts[0].cost` is `additionalCosts.0.cost`. */
export function serverMistakes(error: ErrorBody | undefined): Mistakes {
  const fields = Object.entries(error?.fields ?? {});
  return Object.fromEntries(fields.map(([path, rule]) => [formPath(path), rule]));
}

function formPath(path: string): string {
  const plain = path.replace(/^address\./, '').replaceAll(/\[(\d+)\]/g, '.$1');
  return names[plain] ?? plain;
}
