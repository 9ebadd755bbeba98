import type { FieldRule, ReportReason } from '../../api/generated';
import { countCharacters } from '../../ui/form/TextArea';

/** In the order of the form. */
export const reportReasons = [
  'FRAUD',
  'DISCRIMINATION',
  'WRONG_DATA',
  'OTHER',
] as const satisfies readonly ReportReason[];

/** Maximum length of a report, and of the reason of a takedown. */
export const maxTextLength = 2000;

/** Validates a required text. */
export function validateText(text: string): FieldRule | undefined {
  const length = countCharacters(text);
  if (length === 0) return 'validation.required';
  return length > maxTextLength ? 'validation.too-long' : undefined;
}
