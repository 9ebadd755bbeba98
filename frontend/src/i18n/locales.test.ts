import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { initialNamespaces, languages } from './languages';

const folder = (language: string) => join(process.cwd(), 'public/locales', language);
const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder(language), file), 'utf8'));
const files = readdirSync(folder('de-DE'));

/** The languages may need different plural keys. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name).toSorted((a, b) => a.localeCompare(b));

test('both languages have the same files, including the initial namespaces', () => {
  expect(readdirSync(folder('en-US'))).toEqual(files);
  expect(files).toEqual(expect.arrayContaining(initialNamespaces.map((namespace) => `${namespace}.json`)));
});

describe.each(files)('%s', (file) => {
  const german = read('de-DE', file);
  const english = read('en-US', file);

  test('both languages have the same keys', () => {
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

  test('both languages have the same placeholders', () => {
    const filled = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placeholders(text)]));
    expect(filled(english)).toMatchObject(
      Object.fromEntries(Object.entries(filled(german)).filter(([key]) => key in english)),
    );
  });
});

test('every error of the API is translated in both languages', () => {
  const description = JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8'));
  const { ErrorMessage, FieldRule } = description.components.schemas;
  for (const language of languages) {
    expect(Object.keys(read(language, 'errors.json'))).toEqual(
      expect.arrayContaining([...ErrorMessage.enum, ...FieldRule.enum]),
    );
  }
});

/** Texts outside the locale files: mails, legal pages, and the description in index.html. */
const mailFolder = (language: string) => join(process.cwd(), '../crates/mail/templates', language);
const legalFolder = (language: string) => join(process.cwd(), '../crates/api/legal', language);
const indexPage = readFileSync(join(process.cwd(), 'index.html'), 'utf8');
const metaDescription = /name="description"\s+content="([^"]+)"/.exec(indexPage)?.[1] ?? '';

const textsOf = (language: (typeof languages)[number]): [string, string][] => [
  ...files.flatMap((file) =>
    Object.entries(read(language, file)).map(([key, text]): [string, string] => [`${file} ${key}`, text]),
  ),
  ...[mailFolder(language), legalFolder(language)].flatMap((templates) =>
    readdirSync(templates).map((file): [string, string] => [
      file,
      // {{ }} and {% %} contain names, not texts.
      readFileSync(join(templates, file), 'utf8').replaceAll(/\{[{%].*?[}%]\}/g, ' '),
    ]),
  ),
  ...(language === 'de-DE' ? [['index.html', metaDescription] as [string, string]] : []),
];

/** Words that docs/glossary.md replaces, and wrong spellings. */
const rejectedWords = {
  'de-DE': [
    /\bAnzeigen?\b/, // Inserat
    /\bAngebote?s?\b/, // Inserat, or Unterkunft for what is let
    /Motivationsschreiben|Bewerbungsschreiben|(?<![-\wäöü])Schreiben\b/, // Anschreiben
    /Gesamtmiete|Miete warm|Bruttomiete/, // Warmmiete
    /Nettomiete|Grundmiete|Miete kalt/, // Kaltmiete
    /Betriebskosten/, // Nebenkosten
    /(?<![-\w])Mails?\b|\bEmails?\b|\b[Ee]-mails?\b/, // E-Mail
    /\bVerwaltung/, // unser Team, or Administrator:innen: tenants read "Hausverwaltung"
    /Nutzer|Benutzer|Vermieterseite|Mieterseite/, // Personen, Vermietende, Studierende
    /Merkliste|Wunschliste/, // Favoriten
    /["']/, // „ “ ’
    /(?<! )…/, // an ellipsis follows a space
  ],
  'en-US': [
    /\badvert(?:isement)?s?\b|\bthe offer\b/i, // listing
    /\b(?:cover|motivation) letter/i, // application letter
    /\b(?:warm|cold|gross|net) rent/i, // total rent, basic rent
    /ancillary|additional charges/i, // utilities
    /\be-mails?\b|\bmails?\b/i, // email
    /\bflats?\b/i, // apartment
    /\blog-ins?\b/i, // login
    /\bwish ?list/i, // favorites
    /\benrolment|\bcolour|\bneighbour/i, // the spelling of en-US
    /\bpictures?\b/i, // photo where people look for a room, image where one is uploaded
    /["']/, // “ ” ’
    / …/,
  ],
};

/** Quoted by the specification, and so unchanged. */
const quoted = ["THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST.", 'An e-mail with instructions has been sent'];

describe.each(languages)('wording of %s', (language) => {
  test('uses the terms of the glossary', () => {
    const found = textsOf(language).flatMap(([where, text]) => {
      const own = quoted.reduce((rest, quote) => rest.replace(quote, ''), text);
      return rejectedWords[language]
        .filter((word) => word.test(own))
        .map((word) => `${where}: ${word}: ${text}`);
    });
    expect(found).toEqual([]);
  });

  test('a text with a count has a singular and a plural', () => {
    const counted = files.flatMap((file) =>
      Object.entries(read(language, file))
        .filter(([, text]) => /\{\{\s*count\b/.test(text))
        // {{limit}} is always a plural.
        .filter(([, text]) => !text.includes('{{limit'))
        .map(([key]) => `${file} ${key}`),
    );
    expect(counted.filter((key) => !/_(?:one|other)$/.test(key))).toEqual([]);
    // A singular may spell its number out.
    const keys = files.flatMap((file) => Object.keys(read(language, file)).map((key) => `${file} ${key}`));
    for (const key of counted) {
      expect(keys).toContain(key.replace(/_(?:one|other)$/, '_one'));
      expect(keys).toContain(key.replace(/_(?:one|other)$/, '_other'));
    }
  });
});

test.each([
  ['de-DE', 'Deine Anzeige ist online.'],
  ['de-DE', 'Lies die Mail.'],
  ['de-DE', 'Dein Motivationsschreiben'],
  ['de-DE', 'die Gesamtmiete'],
  ['en-US', 'Send e-mail'],
  ['en-US', 'Ancillary costs'],
  ['en-US', 'Your cover letter'],
] as const)('wording of %s: “%s” is rejected', (language, text) => {
  expect(rejectedWords[language].some((word) => word.test(text))).toBe(true);
});

test.each([
  ['de-DE', 'Passwort anzeigen'],
  ['de-DE', 'Anschreiben und E-Mail-Adresse'],
  ['en-US', 'An email to your landlord, with your application letter'],
] as const)('wording of %s: “%s” is accepted', (language, text) => {
  expect(rejectedWords[language].filter((word) => word.test(text))).toEqual([]);
});
