import { expect, test } from 'vitest';
import { readStyleSheets } from '../testing/styleSheets';

const sheets = readStyleSheets();
const heights = [
  ...new Set(sheets.flatMap(({ css }) => [...css.matchAll(/(--[\w-]+-height):/g)].map(([, name]) => name))),
];
const padding = sheets
  .filter(({ file }) => file === 'theme/base.css')
  .flatMap(({ css }) => css.match(/scroll-padding-[^;]+;/g) ?? [])
  .join('');

test('base.css: what gets the focus is scrolled out from under each sticky bar', () => {
  expect(heights).toContain('--header-height');
  expect(heights.filter((name) => !padding.includes(`var(${name}`))).toEqual([]);
});
