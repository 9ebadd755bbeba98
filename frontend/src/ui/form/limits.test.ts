import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxLengths, passwordLength } from './limits';

type Property = { minLength?: number; maxLength?: number; pattern?: string; oneOf?: Property[] };
type Description = { components: { schemas: Record<string, { properties: Record<string, Property> }> } };

const { schemas } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as Description).components;

/** All fields of the requests with texts that have a limit. */
const described: Record<string, Property | undefined> = {
  ...schemas['RegisterStudentRequest']?.properties,
  ...schemas['RegisterLandlordRequest']?.properties,
  ...schemas['SubmitApplicationRequest']?.properties,
  letterName: schemas['KeepLetterRequest']?.properties['name'],
  savedSearchName: schemas['SaveSearchRequest']?.properties['name'],
  // An optional text is described as a text or null.
  rejectionNote: schemas['ReviewApplicationRequest']?.properties['note']?.oneOf?.[0],
  reportText: schemas['ReportListingRequest']?.properties['text'],
  passkeyName: schemas['AddPasskeyRequest']?.properties['name'],
  imageDescription: schemas['DescribeImageRequest']?.properties['description']?.oneOf?.[0],
  takedownReason: schemas['TakeDownListingRequest']?.properties['reason'],
};
const { postalCode, ...lengths } = maxLengths;

test.each(Object.entries(lengths))('the limit of %s is that of the API', (name, limit) => {
  expect(described[name]?.maxLength).toBe(limit);
});

test('the length of a postal code is that of the API', () => {
  expect(described['postalCode']?.pattern).toBe(`^[0-9]{${postalCode}}$`);
});

test('the length of a password is that of the API', () => {
  expect(schemas['FinishRegistrationRequest']?.properties['password']).toMatchObject({
    minLength: passwordLength.min,
    maxLength: passwordLength.max,
  });
});
