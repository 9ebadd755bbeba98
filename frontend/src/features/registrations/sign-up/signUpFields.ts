import type { FieldRule } from '../../../api/generated';
import { countCharacters } from '../../../ui/form/TextArea';
import type { FieldErrors } from '../../../ui/form/useFieldErrors';

/** The fields of both forms, in the order of the form. */
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
export type SignUpErrors = FieldErrors<FieldName, FieldRule>;

export const maxAboutMeLength = 2000;
const minDateOfBirth = '1900-01-01';

/** Validates the texts. All are required; the server checks the rest. */
export function validateSignUp(
  typed: Partial<Record<TextName, string>>,
  accepted: boolean,
  today: string,
): SignUpErrors {
  const errors: SignUpErrors = {};
  for (const [name, text] of Object.entries(typed) as [TextName, string][]) {
    const rule = text.trim() === '' ? 'validation.required' : rules[name]?.(text.trim(), today);
    if (rule) errors[name] = rule;
  }
  if (!accepted) errors.termsAccepted = 'validation.required';
  return errors;
}

/** Rules of single fields besides being required. */
const rules: Partial<Record<TextName, (text: string, today: string) => FieldRule | undefined>> = {
  email: (text) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'validation.invalid'),
  postalCode: (text) => (/^\d{5}$/.test(text) ? undefined : 'validation.invalid'),
  dateOfBirth: (text, today) => {
    if (text > today) return 'validation.future';
    return text < minDateOfBirth ? 'validation.out-of-range' : undefined;
  },
  aboutMe: (text) => (countCharacters(text) > maxAboutMeLength ? 'validation.too-long' : undefined),
};

/** The local date, as a date input formats it. */
export function formatLocalDate(now: Date): string {
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
