import { describe, expect, test } from 'vitest';
import { parseFilename } from './saveFile';

describe('parseFilename', () => {
  test.each([
    ['attachment; filename="nachweis.pdf"', 'nachweis.pdf'],
    ['attachment; filename=nachweis.pdf', 'nachweis.pdf'],
    [
      `attachment; filename="B_scheinigung.pdf"; filename*=UTF-8''B%C3%A4scheinigung.pdf`,
      'Bäscheinigung.pdf',
    ],
    ['attachment; filename="a \\"quoted\\" name.pdf"', 'a "quoted" name.pdf'],
    ['attachment; filename="semi;colon.pdf"', 'semi;colon.pdf'],
    [`attachment; filename="plain.pdf"; filename*=UTF-8''%E0%A4%A`, 'plain.pdf'],
    ['attachment', ''],
    ['', ''],
  ])('%s', (disposition, name) => {
    expect(parseFilename(disposition)).toBe(name);
  });
});
