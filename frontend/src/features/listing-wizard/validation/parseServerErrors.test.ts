import { expect, test } from 'vitest';
import { parseServerErrors } from './parseServerErrors';

test('parseServerErrors maps names of the request to names of the form', () => {
  const fields = {
    unitType: 'validation.invalid',
    basicRent: 'validation.out-of-range',
    'address.city': 'validation.required',
    'additionalCosts[1].cost': 'validation.invalid',
  } as const;
  expect(parseServerErrors({ message: 'exception.request.invalid', fields, requestId: 'test' })).toEqual({
    propertyType: 'validation.invalid',
    baseRent: 'validation.out-of-range',
    city: 'validation.required',
    'additionalCosts.1.cost': 'validation.invalid',
  });
});
