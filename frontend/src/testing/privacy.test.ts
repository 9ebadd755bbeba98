import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { longestKept as longestDraft } from '../features/listings/wizard/draft';
import { longestKept as longestPicture } from '../features/listings/pictures/pictureStore';
import { languages } from '../i18n/languages';

/** The privacy page names everything that the app keeps in a browser. The cookies of the server have a test there. */

const templates = (language: string, page: string) =>
  readFileSync(join('../crates/api/legal', language, `${page}.md`), 'utf8');
/** The page's entries that begin with this name. */
const entriesOf = (language: string, name: string): string[] =>
  templates(language, 'privacy')
    .split('\n- ')
    .filter((entry) => entry.includes(`\`${name}\``));

/** Keys that are made, by the file and the expression that makes them, and what they begin with. */
const made: Record<string, string | readonly string[]> = {
  'api/token.ts key': ['token', 'sessionEnded'],
  'features/applications/useLetterDraft.ts key': 'letter/',
  'features/listings/pictures/pictureStore.ts draftDatabase': 'drafts',
  'features/listings/wizard/draft.ts keyOf(userId, name)': 'draft/',
  'features/listings/wizard/tabDraft.ts keyOf(userId)': 'listing-draft/',
};

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('testing/'),
);

/** The keys under which a file keeps something; the file and the expression where that is no literal. */
function keysOf(file: string, source: string): string[] {
  const kept = [...source.matchAll(/(?:\.setItem|\bopenDB(?:<\w+>)?)\(\s*((?:[^(),]|\([^()]*\))+)/g)];
  const detected = [...source.matchAll(/lookup(?:Cookie|LocalStorage|SessionStorage): '([^']+)'/g)];
  return [
    ...kept.flatMap(([, expression = '']) => {
      const literal = new RegExp(`const ${expression.replaceAll(/\W/g, '\\$&')} = '([^']+)'`).exec(source);
      const quoted = /^'([^']+)'$/.exec(expression);
      return literal?.[1] ?? quoted?.[1] ?? made[`${file} ${expression}`] ?? `${file} ${expression}`;
    }),
    ...detected.map(([, key = '']) => key),
  ];
}

const keys = [
  ...new Set(sources.flatMap((file) => keysOf(file, readFileSync(join('src', file), 'utf8')))),
].toSorted((a, b) => a.localeCompare(b));

test('storage: the keys are found where they are written', () => {
  expect(keys).toEqual([
    'draft/',
    'drafts',
    'google_maps_consent',
    'i18next',
    'i18nextLng',
    'letter/',
    'listing-draft/',
    'pageSize',
    'reloadedFor',
    'sessionEnded',
    'theme',
    'token',
  ]);
  expect(keysOf('a.ts', "localStorage.setItem('new', x); openDB(name, 1)")).toEqual(['new', 'a.ts name']);
});

test('storage: nothing is written past these ways', () => {
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

  test('says how long what waits is kept', () => {
    const days = (milliseconds: number) => milliseconds / (24 * 60 * 60 * 1000);
    expect(entriesOf(language, 'draft/')[0]).toContain(` ${days(longestDraft)} `);
    expect(entriesOf(language, 'drafts')[0]).toContain(` ${days(longestPicture)} `);
  });

  test.each(['terms', 'privacy', 'imprint'])('and the texts of the app call %s the same', (page) => {
    const texts = JSON.parse(readFileSync(join('public/locales', language, 'legal.json'), 'utf8')) as Record<
      string,
      string
    >;
    expect(templates(language, page).split('\n')[0]).toBe(`# ${texts[`title.${page}`]}`);
  });
});
