import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Of each style sheet but that of the fonts. */
const rules = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !file.endsWith('fonts.css'))
  .map((file) => ({ file, css: readFileSync(join('src', file), 'utf8') }));

const find = (pattern: RegExp): string[] =>
  rules.flatMap(({ file, css }) => [...css.matchAll(pattern)].map(([, value]) => `${file}: ${value}`));

/** Those with a file in `fonts.css`. */
const weights = ['400', '600', '700'];
const textSizes = ['0.75rem', '0.8125rem', '0.9rem', '0.9375rem', '1rem', '1.0625rem'];
const displaySizes = ['1.0625rem', '1.125rem', '1.25rem', '1.375rem', '1.5rem', '2rem', '2.25rem'];

describe('style sheets', () => {
  test('use the weights of the fonts', () => {
    const used = find(/font(?:-weight)?:\s*(\d{3})\b/g);
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((entry) => !weights.some((weight) => entry.endsWith(`: ${weight}`)))).toEqual([]);
  });

  test('use the sizes of the type scale', () => {
    const used = find(/font(?:-size:|: \d{3}) ([\d.]+(?:rem|px))/g);
    expect(used.length).toBeGreaterThan(100);
    const scale = new Set([...textSizes, ...displaySizes]);
    expect(used.filter((entry) => !scale.has(entry.split(': ')[1] ?? ''))).toEqual([]);
  });
});
