import type { FieldRule, Gender, Locale, UserResponse } from '../../../api/generated';
import { checkText } from '../../../ui/form/checkText';
import { maxLengths } from '../../../ui/form/limits';
import type { FieldErrors, useFormFields } from '../../../ui/form/useFormFields';

/** What a user may change, by role. In the order of validation. */
export type AccountValues = {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  gender: Gender;
  locale: Locale;
  street?: string;
  houseNumber?: string;
  postalCode?: string;
  city?: string;
  aboutMe?: string;
};

export type AccountFormFields = ReturnType<typeof useFormFields<AccountValues, FieldRule>>;

const noAddress = { street: '', houseNumber: '', postalCode: '', city: '' };

export function toValues(user: UserResponse): AccountValues {
  const { firstName, lastName, phoneNumber, gender, locale, address, aboutMe, role } = user;
  return {
    firstName,
    lastName,
    // The form of administrators has no phone number; the stored one is sent unchanged.
    phoneNumber: phoneNumber ?? (role === 'ADMIN' ? '-' : ''),
    gender,
    locale,
    ...(role === 'LANDLORD' && { ...noAddress, ...address }),
    ...(role === 'STUDENT' && { aboutMe: aboutMe ?? '' }),
  };
}

/** Only the first empty field: errors are fixed from the top. */
export function findFirstError(values: AccountValues): FieldErrors<keyof AccountValues, FieldRule> {
  const missing = Object.entries(values).find(([, text]) => text === '');
  if (missing) return { [missing[0]]: 'validation.required' };
  return values.aboutMe === undefined ? {} : { aboutMe: checkText(values.aboutMe, maxLengths.aboutMe) };
}
