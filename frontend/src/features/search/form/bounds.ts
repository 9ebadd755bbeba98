import { parseDecimal } from '../../../ui/form/number/decimal';
import { type Bound, boundDecimals, type BoundName } from '../searchFilters';

export type BoundError = 'number' | 'decimals' | 'reversed';

/** Parses `450,50`, `450.5` or `1.250`; empty text means no bound. */
export function parseBound(name: BoundName, text: string): { bound: Bound; error?: BoundError } {
  if (text.trim() === '') return { bound: null };
  const number = parseDecimal(text);
  if (!number || number.value >= 1e9) return { bound: null, error: 'number' };
  if (number.decimals > boundDecimals[name]) return { bound: null, error: 'decimals' };
  return { bound: number.value };
}

/** Formats a bound for its input: an integer, or with all decimals. */
export function formatBound(name: BoundName, bound: Bound, language: string): string {
  if (bound === null) return '';
  const text = Number.isInteger(bound) ? String(bound) : bound.toFixed(boundDecimals[name]);
  return language.startsWith('de') ? text.replace('.', ',') : text;
}
