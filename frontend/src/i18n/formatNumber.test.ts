import { expect, test } from 'vitest';
import { formatNumber } from './formatNumber';
import { languages } from './languages';

/** Rounded halves, carries, group borders, and what JavaScript writes with an exponent. */
const values = [
  0,
  -0,
  1,
  9,
  10,
  99,
  100,
  999,
  1_000,
  1_234,
  12_345,
  999_999,
  1_000_000,
  123_456_789_012,
  0.04,
  0.05,
  0.5,
  0.95,
  0.99,
  0.994,
  0.995,
  0.999,
  1.005,
  1.05,
  1.25,
  1.35,
  8.345,
  18.25,
  18.35,
  465.5,
  465.55,
  999.949,
  999.95,
  999.994,
  999.995,
  1_234.5,
  99_999.995,
  1e-7,
  1.5e-9,
  0.1 + 0.2,
  -1,
  -0.04,
  -0.5,
  -1_234.5,
  -999.995,
  ...Array.from({ length: 2_000 }, (_, index) => (index * 7_919) / 64),
];

test.each(languages)('numbers and euro are those of Intl in %s', (language) => {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const euro = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'EUR',
    trailingZeroDisplay: 'stripIfInteger',
  });
  expect(values.map((value) => formatNumber(language, value))).toEqual(
    values.map((value) => number.format(value)),
  );
  expect(values.map((value) => formatNumber(language, value, 'euro'))).toEqual(
    values.map((value) => euro.format(value)),
  );
});
