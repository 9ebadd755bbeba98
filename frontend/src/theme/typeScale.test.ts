import { describe, expect, test } from 'vitest';
import { readStyleSheets } from '../testing/styleSheets';

/** Without that of the fonts. */
const sheets = readStyleSheets().filter(({ file }) => !file.endsWith('fonts.css'));

const find = (pattern: RegExp): string[] =>
  sheets.flatMap(({ file, css }) => [...css.matchAll(pattern)].map(([, value]) => `${file}: ${value}`));

/** Those with a file in `fonts.css`. */
const weights = ['400', '600', '700'];
/** Of texts up to 1.0625rem, which display begins with. */
const sizes = [
  '0.75rem',
  '0.8125rem',
  '0.9rem',
  '0.9375rem',
  '1rem',
  '1.0625rem',
  '1.125rem',
  '1.25rem',
  '1.375rem',
  '1.5rem',
  '2rem',
  '2.25rem',
];

describe('style sheets', () => {
  test('use the weights of the fonts', () => {
    const used = find(/font(?:-weight)?:\s*(\d{3})\b/g);
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((entry) => !weights.some((weight) => entry.endsWith(`: ${weight}`)))).toEqual([]);
  });

  test('use the sizes of the type scale', () => {
    const used = find(/font(?:-size:|: \d{3}) ([\d.]+(?:rem|px))/g);
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((entry) => !sizes.some((size) => entry.endsWith(`: ${size}`)))).toEqual([]);
  });
});
