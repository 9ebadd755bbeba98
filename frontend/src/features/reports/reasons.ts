import type { FieldRule, ReportReason } from '../../api/generated';
import { countCharacters } from '../../ui/form/TextArea';

/** What can be wrong with a listing, in the order in which it is offered. */
export const reportReasons = [
  'FRAUD',
  'DISCRIMINATION',
  'WRONG_DATA',
  'OTHER',
] as const satisfies readonly ReportReason[];

/** The most characters of a report, and of the reason why a listing is taken down. */
export const longestText = 2000;

/** What is wrong with a text that has to be there. */
export function mistakeInText(text: string): FieldRule | undefined {
  const length = countCharacters(text);
  if (length === 0) return 'validation.required';
  return length > longestText ? 'validation.too-long' : undefined;
}
