import { expect, test } from 'vitest';
import { serverMistakes } from './serverMistakes';

test('the names of a request become those of the form', () => {
  const fields = {
    unitType: 'validation.invalid',
    basicRent: 'validation.out-of-range',
    'address.city': 'validation.required',
    'additionalCosts[1].cost': 'validation.invalid',
  } as const;
  expect(serverMistakes({ message: 'exception.request.invalid', fields, requestId: 'test' })).toEqual({
    propertyType: 'validation.invalid',
    baseRent: 'validation.out-of-range',
    city: 'validation.required',
    'additionalCosts.1.cost': 'validation.invalid',
  });
});
