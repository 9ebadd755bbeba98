import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxLengths } from './validate';

type Property = { maxLength?: number; oneOf?: Property[] };
type Description = { components: { schemas: Record<string, { properties: Record<string, Property> }> } };

const { schemas } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as Description).components;
const described: Record<string, Property | undefined> = {
  ...schemas['SaveListingRequest']?.properties,
  ...schemas['ListingAddressRequest']?.properties,
  cost: schemas['AdditionalCostRequest']?.properties['description'],
};

test.each(Object.entries(maxLengths))('the limit of %s is that of the API', (name, limit) => {
  const property = described[name];
  // An optional field is one of its type and null.
  expect(property?.oneOf?.[0]?.maxLength ?? property?.maxLength).toBe(limit);
});
