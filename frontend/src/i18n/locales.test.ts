import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstNamespaces, languages } from './languages';

const folder = (language: string) => join(process.cwd(), 'public/locales', language);
const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder(language), file), 'utf8'));
const files = readdirSync(folder('de-DE'));

/** i18next makes several keys of a text with a number; the languages may need different ones. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name).toSorted((a, b) => a.localeCompare(b));

test('A47: both languages have the same files, those of the first screen among them', () => {
  expect(readdirSync(folder('en-US'))).toEqual(files);
  expect(files).toEqual(expect.arrayContaining(firstNamespaces.map((namespace) => `${namespace}.json`)));
});

describe.each(files)('%s', (file) => {
  const german = read('de-DE', file);
  const english = read('en-US', file);

  test('C48: both languages hold the same keys', () => {
    const keys = (texts: Record<string, string>) =>
      [...new Set(Object.keys(texts).map(withoutPlural))].toSorted();
    expect(keys(english)).toEqual(keys(german));
  });

  test('no text is empty', () => {
    for (const language of languages) {
      const empty = Object.entries(read(language, file)).filter(([, text]) => text.trim() === '');
      expect(empty).toEqual([]);
    }
  });

  test('both languages fill in the same values', () => {
    const filled = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placeholders(text)]));
    expect(filled(english)).toMatchObject(
      Object.fromEntries(Object.entries(filled(german)).filter(([key]) => key in english)),
    );
  });
});

test('every error of the API is translated in both languages', () => {
  const document = JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8'));
  const { ErrorMessage, FieldRule } = document.components.schemas;
  for (const language of languages) {
    expect(Object.keys(read(language, 'errors.json'))).toEqual(
      expect.arrayContaining([...ErrorMessage.enum, ...FieldRule.enum]),
    );
  }
});
