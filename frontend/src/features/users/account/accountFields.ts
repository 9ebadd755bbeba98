import type { FieldRule, Role, UserResponse } from '../../../api/generated';
import { countCharacters } from '../../../ui/form/TextArea';
import type { FieldErrors } from '../../../ui/form/useFieldErrors';

/** In the order of validation; the first four belong to all roles. */
const commonFields = ['firstName', 'lastName', 'phoneNumber', 'gender'] as const;
const roleFields = {
  ADMIN: [],
  LANDLORD: ['street', 'houseNumber', 'postalCode', 'city'],
  STUDENT: ['aboutMe'],
} as const;

export type AccountField =
  | (typeof commonFields)[number]
  | (typeof roleFields)['LANDLORD'][number]
  | (typeof roleFields)['STUDENT'][number];

export type AccountErrors = FieldErrors<AccountField, FieldRule>;

export const maxAboutMeLength = 2000;

export const accountFieldsOf = (role: Role): readonly AccountField[] => [
  ...commonFields,
  ...roleFields[role],
];

/** Only the first empty field: errors are fixed from the top. */
export function findFirstError(
  fields: readonly AccountField[],
  typed: Partial<Record<AccountField, string>>,
): AccountErrors {
  const missing = fields.find((name) => (typed[name] ?? '').trim() === '');
  if (missing) return { [missing]: 'validation.required' };
  return countCharacters(typed.aboutMe ?? '') > maxAboutMeLength ? { aboutMe: 'validation.too-long' } : {};
}

/** The form of administrators has no phone number; the stored one is sent unchanged. */
export const hiddenPhoneNumber = (user: UserResponse): string => user.phoneNumber ?? '-';
