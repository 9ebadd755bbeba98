import { parseDecimal } from '../wizard/decimal';
import { type Bound, boundDecimals, type BoundName } from './searchFilters';

/** What is wrong with a typed bound: no number, or one that is more exact than amounts and areas are. */
type BoundMistake = 'number' | 'decimals';

/** A bound as it was typed: `450,50`, `450.5`, `1.250`; empty for no bound. */
export function readBound(name: BoundName, typed: string): { bound: Bound; mistake?: BoundMistake } {
  if (typed.trim() === '') return { bound: null };
  const number = parseDecimal(typed);
  if (!number || number.value >= 1e9) return { bound: null, mistake: 'number' };
  if (number.decimals > boundDecimals[name]) return { bound: null, mistake: 'decimals' };
  return { bound: number.value };
}

/** A bound as somebody would type it, in the language of the page: whole, or with all of its decimals. */
export function writeBound(name: BoundName, bound: Bound, language: string): string {
  if (bound === null) return '';
  const text = Number.isInteger(bound) ? String(bound) : bound.toFixed(boundDecimals[name]);
  return language.startsWith('de') ? text.replace('.', ',') : text;
}
