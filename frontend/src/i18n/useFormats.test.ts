import { expect, test } from 'vitest';
import { formatsOf } from './useFormats';

/** Intl separates with no-break spaces; people and tests type plain ones. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('C53: money is in euro, in the form of the language', () => {
  expect(plain(formatsOf('de-DE').money(1234.5))).toBe('1.234,50 €');
  expect(plain(formatsOf('de-DE').money(450))).toBe('450 €');
  expect(plain(formatsOf('en-US').money(1234.5))).toBe('€1,234.50');
});

test('C54: areas are in square metres with at most one decimal', () => {
  expect(formatsOf('de-DE').area(18.5)).toBe('18,5 m²');
  expect(formatsOf('en-US').area(74)).toBe('74 m²');
});
