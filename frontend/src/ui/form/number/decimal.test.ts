import { expect, test } from 'vitest';
import { parseDecimal } from './decimal';
import { formatDecimal } from './formatDecimal';

test.each([
  ['450', 450, 0],
  ['450,5', 450.5, 1],
  ['450.50', 450.5, 2],
  ['1.250', 1250, 0],
  ['1,250', 1250, 0],
  ['1.250,50', 1250.5, 2],
  ['1,250.50', 1250.5, 2],
  ['1 250 €', 1250, 0],
  ['1.234.567', 1_234_567, 0],
  ['18,5 m²', 18.5, 1],
  ['0,125', 0.125, 3],
  ['12,', 12, 0],
  ['12,3456', 12.3456, 4],
])('parseDecimal parses %s', (text, value, decimals) => {
  expect(parseDecimal(text)).toEqual({ value, decimals });
});

test.each(['', 'viel', '-5', '1e3', '1,2,3', '1.25.50', '1.250.50', ',5', '0x10', '٣'])(
  'parseDecimal rejects %j',
  (text) => {
    expect(parseDecimal(text)).toBeNull();
  },
);

test('formatDecimal writes a comma in German', () => {
  expect(formatDecimal(18.5, 'de-DE')).toBe('18,5');
  expect(formatDecimal(18.5, 'en-US')).toBe('18.5');
});

test.each(['de-DE', 'en-US'])('parseDecimal parses what formatDecimal writes in %s', (language) => {
  for (const value of [0.5, 18.5, 1420, 99_999.99]) {
    expect(parseDecimal(formatDecimal(value, language))?.value).toBe(value);
  }
});
