import type { FieldRule, Gender } from '../../../api/generated';
import { localDay } from '../../../i18n/localDay';
import { checkText } from '../../../ui/form/checkText';
import { maxLengths } from '../../../ui/form/limits';
import type { FieldErrors } from '../../../ui/form/useFormFields';
import { isEmail } from '../../../ui/person/isEmail';

type PersonValues = {
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  dateOfBirth: string;
  gender: Gender;
  termsAccepted: boolean;
};
type StudentValues = PersonValues & {
  aboutMe: string;
  /** For its errors only: `useDocumentUpload` holds the file. */
  proofOfStudy?: undefined;
};
type LandlordValues = PersonValues & {
  street: string;
  houseNumber: string;
  postalCode: string;
  city: string;
};

export type SignUpField = keyof StudentValues | keyof LandlordValues;
type SignUpErrors = FieldErrors<SignUpField, FieldRule>;

const emptyPerson: PersonValues = {
  email: '',
  firstName: '',
  lastName: '',
  phoneNumber: '',
  dateOfBirth: '',
  gender: 'MALE',
  termsAccepted: false,
};
export const emptyStudent: StudentValues = { ...emptyPerson, aboutMe: '' };
export const emptyLandlord: LandlordValues = {
  ...emptyPerson,
  street: '',
  houseNumber: '',
  postalCode: '',
  city: '',
};

export const minDateOfBirth = '1900-01-01';

/** Validates the values of both forms. All are required; the server checks the rest. */
export const validateSignUp = (values: StudentValues | LandlordValues): SignUpErrors =>
  Object.fromEntries(
    (Object.entries(values) as [SignUpField, string | boolean][]).map(([name, value]) => [
      name,
      value === '' || value === false ? 'validation.required' : rules[name]?.(String(value)),
    ]),
  );

/** Rules of single fields besides being required. */
const rules: Partial<Record<SignUpField, (text: string) => FieldRule | undefined>> = {
  email: (text) => (isEmail(text) ? undefined : 'validation.invalid'),
  postalCode: (text) =>
    /^\d+$/.test(text) && text.length === maxLengths.postalCode ? undefined : 'validation.invalid',
  dateOfBirth: (text) => {
    if (text > localDay(new Date())) return 'validation.future';
    return text < minDateOfBirth ? 'validation.out-of-range' : undefined;
  },
  aboutMe: (text) => checkText(text, maxLengths.aboutMe),
};
