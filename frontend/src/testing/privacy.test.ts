import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { maxDraftAge } from '../features/listing-wizard/drafts/draftStorage';
import { maxImageAge } from '../features/listing-images/indexedDbImageStore';
import { legalPages } from '../features/legal/legalPages';
import { languages } from '../i18n/languages';

/**
 * The privacy page names everything that the app stores in a browser. The server tests its cookies.
 */

const readTemplate = (language: string, page: string) =>
  readFileSync(join('../crates/api/legal', language, `${page}.md`), 'utf8');
/** The page's entries that contain this name. */
const entriesOf = (language: string, name: string): string[] =>
  readTemplate(language, 'privacy')
    .split('\n- ')
    .filter((entry) => entry.includes(`\`${name}\``));

/** Prefixes of computed keys, by the file and the expression that computes them. */
const computedKeys: Record<string, string | readonly string[]> = {
  'api/token.ts key': ['token', 'sessionEnded'],
  'features/favourites/deviceFavourites.ts deviceKey': 'favourites',
  'features/listing-images/indexedDbImageStore.ts draftDatabase': 'drafts',
  'features/listing-wizard/drafts/draftStorage.ts storageKey(userId, name)': 'draft/',
  'features/listing-wizard/drafts/tabDraft.ts storageKey(userId)': 'listing-draft/',
  'ui/drafts/tabDraft.ts key': ['letter/', 'sign-up/'],
};

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('testing/'),
);

/** The storage keys of a file; file and expression where the key is no literal. */
function keysOf(file: string, source: string): string[] {
  const stored = [...source.matchAll(/(?:\.setItem|\bopenDB(?:<\w+>)?)\(\s*((?:[^(),]|\([^()]*\))+)/g)];
  const detected = [...source.matchAll(/lookup(?:Cookie|LocalStorage|SessionStorage): '([^']+)'/g)];
  return [
    ...stored.flatMap(([, expression = '']) => {
      const literal = new RegExp(`const ${expression.replaceAll(/\W/g, '\\$&')} = '([^']+)'`).exec(source);
      const quoted = /^'([^']+)'$/.exec(expression);
      return literal?.[1] ?? quoted?.[1] ?? computedKeys[`${file} ${expression}`] ?? `${file} ${expression}`;
    }),
    ...detected.map(([, key = '']) => key),
  ];
}

const keys = [
  ...new Set(sources.flatMap((file) => keysOf(file, readFileSync(join('src', file), 'utf8')))),
].toSorted((a, b) => a.localeCompare(b));

test('storage keys are found in the sources', () => {
  expect(keys).toEqual([
    'draft/',
    'drafts',
    'favourites',
    'google_maps_consent',
    'i18next',
    'i18nextLng',
    'letter/',
    'listing-draft/',
    'listingsView',
    'pageSize',
    'reloadedFor',
    'searchToSave',
    'sessionEnded',
    'sign-up/',
    'theme',
    'token',
  ]);
  expect(keysOf('a.ts', "localStorage.setItem('new', x); openDB(name, 1)")).toEqual(['new', 'a.ts name']);
});

test('no source uses other kinds of storage', () => {
  const others = sources.filter((file) =>
    /document\.cookie|cookieStore|indexedDB\.open|\bcaches\.|(?:local|session)Storage(?:\[|\.\w+ =)/.test(
      readFileSync(join('src', file), 'utf8'),
    ),
  );
  expect(others).toEqual([]);
});

describe.each(languages)('the privacy page in %s', (language) => {
  test.each(keys)('names %s', (key) => {
    expect(entriesOf(language, key)).toHaveLength(1);
  });

  test('names how long drafts are kept', () => {
    const days = (milliseconds: number) => milliseconds / (24 * 60 * 60 * 1000);
    expect(entriesOf(language, 'draft/')[0]).toContain(` ${days(maxDraftAge)} `);
    expect(entriesOf(language, 'drafts')[0]).toContain(` ${days(maxImageAge)} `);
  });

  test.each(legalPages)('has the same title for %s as the texts of the app', (page) => {
    const texts = JSON.parse(readFileSync(join('public/locales', language, 'legal.json'), 'utf8')) as Record<
      string,
      string
    >;
    expect(readTemplate(language, page).split('\n')[0]).toBe(`# ${texts[`title.${page}`]}`);
  });
});
