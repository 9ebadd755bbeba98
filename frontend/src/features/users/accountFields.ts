import type { FieldRule, Role, UserResponse } from '../../api/generated';
import { countCharacters } from '../../ui/form/TextArea';
import type { Mistakes } from '../../ui/form/useMistakes';

/** In the order in which they are checked; the first four are everybody's. */
const everybodys = ['firstName', 'lastName', 'phoneNumber', 'gender'] as const;
const ofRole = {
  ADMIN: [],
  LANDLORD: ['street', 'houseNumber', 'postalCode', 'city'],
  STUDENT: ['aboutMe'],
} as const;

export type AccountField =
  | (typeof everybodys)[number]
  | (typeof ofRole)['LANDLORD'][number]
  | (typeof ofRole)['STUDENT'][number];

export type AccountMistakes = Mistakes<AccountField, FieldRule>;

export const longestAboutMe = 2000;

export const accountFieldsOf = (role: Role): readonly AccountField[] => [...everybodys, ...ofRole[role]];

/** The first field without content, and no other: the form is mended from the top. */
export function firstMistake(
  fields: readonly AccountField[],
  typed: Partial<Record<AccountField, string>>,
): AccountMistakes {
  const missing = fields.find((name) => (typed[name] ?? '').trim() === '');
  if (missing) return { [missing]: 'validation.required' };
  return countCharacters(typed.aboutMe ?? '') > longestAboutMe ? { aboutMe: 'validation.too-long' } : {};
}

/**
 * An administrator's form has no phone number, because nobody calls them; the
 * one that they have goes along unchanged.
 */
export const hiddenPhoneOf = (user: UserResponse): string => user.phoneNumber ?? '-';
