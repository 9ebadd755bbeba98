import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxLengths, passwordLength } from './limits';

type Property = { minLength?: number; maxLength?: number; pattern?: string };
type Schemas = Record<string, { properties: Record<string, Property> }>;
const { schemas } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as { components: { schemas: Schemas } })
  .components;

const student = schemas['RegisterStudentRequest']?.properties;
const landlord = schemas['RegisterLandlordRequest']?.properties;

test('limits are those of the API', () => {
  const { postalCode, ...described } = maxLengths;
  expect(described).toEqual({
    email: student?.['email']?.maxLength,
    firstName: student?.['firstName']?.maxLength,
    lastName: student?.['lastName']?.maxLength,
    phoneNumber: student?.['phoneNumber']?.maxLength,
    street: landlord?.['street']?.maxLength,
    houseNumber: landlord?.['houseNumber']?.maxLength,
    city: landlord?.['city']?.maxLength,
    aboutMe: student?.['aboutMe']?.maxLength,
    applicationLetter: schemas['SubmitApplicationRequest']?.properties['applicationLetter']?.maxLength,
    reportText: schemas['ReportListingRequest']?.properties['text']?.maxLength,
    takedownReason: schemas['TakeDownListingRequest']?.properties['reason']?.maxLength,
  });
  expect(landlord?.['postalCode']?.pattern).toBe(`^[0-9]{${postalCode}}$`);
  const password = schemas['FinishRegistrationRequest']?.properties['password'];
  expect(passwordLength).toEqual({ min: password?.minLength, max: password?.maxLength });
});
