import type { FieldRule } from '../../api/generated';
import { countCharacters } from '../../ui/form/TextArea';
import type { Mistakes } from '../../ui/form/useMistakes';

/** The fields of both forms, in the order in which they stand there. */
export const landlordFields = [
  'email',
  'firstName',
  'lastName',
  'phoneNumber',
  'dateOfBirth',
  'gender',
  'street',
  'houseNumber',
  'postalCode',
  'city',
] as const;
export const studentFields = [
  'email',
  'firstName',
  'lastName',
  'phoneNumber',
  'aboutMe',
  'dateOfBirth',
  'gender',
] as const;

export type TextName = (typeof landlordFields)[number] | (typeof studentFields)[number];
export type FieldName = TextName | 'proofOfStudy' | 'termsAccepted';
export type SignUpMistakes = Mistakes<FieldName, FieldRule>;

export const longestAboutMe = 2000;
const earliestBirth = '1900-01-01';

/** Which of the texts break a rule. All are required; the server has the last word on the rest. */
export function mistakesOf(
  typed: Partial<Record<TextName, string>>,
  accepted: boolean,
  today: string,
): SignUpMistakes {
  const found: SignUpMistakes = {};
  for (const [name, text] of Object.entries(typed) as [TextName, string][]) {
    const rule = text.trim() === '' ? 'validation.required' : rules[name]?.(text.trim(), today);
    if (rule) found[name] = rule;
  }
  if (!accepted) found.termsAccepted = 'validation.required';
  return found;
}

/** Rules of single fields beside being required. */
const rules: Partial<Record<TextName, (text: string, today: string) => FieldRule | undefined>> = {
  email: (text) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'validation.invalid'),
  postalCode: (text) => (/^\d{5}$/.test(text) ? undefined : 'validation.invalid'),
  dateOfBirth: (text, today) => {
    if (text > today) return 'validation.future';
    return text < earliestBirth ? 'validation.out-of-range' : undefined;
  },
  aboutMe: (text) => (countCharacters(text) > longestAboutMe ? 'validation.too-long' : undefined),
};

/** The reader's own day, as a date field writes it. */
export function todayOf(now: Date): string {
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
