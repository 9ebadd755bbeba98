import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The picture of the house, held: app → features → (api, ui, theme, i18n).
 * Features meet only in `app`. The one file of `app` that lies below everything
 * is the table of addresses, which imports nothing.
 */
const mayImport: Record<string, readonly string[]> = {
  app: ['features', 'api', 'ui', 'theme', 'i18n'],
  features: ['api', 'ui', 'theme', 'i18n'],
  ui: ['theme', 'i18n'],
  i18n: ['api'],
  theme: [],
  api: [],
};
const addresses = 'app/paths';
/** The pieces of `ui` may speak of the API's types, but never call it. */
const apiTypes = ['api/generated', 'api/generatedStart'];

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('testing/'),
);

const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join('src', file), 'utf8').matchAll(
      /(import type [^;]*?from|from|import)\s*\(?\s*'(\.[^']+)'/g,
    ),
  ]
    .map(([, statement = '', path = '']) => {
      const to = normalize(join(dirname(file), path));
      return apiTypes.includes(to) && statement.startsWith('import type') ? `${to} (types)` : to;
    })
    .filter((path) => !path.startsWith('..'));

const room = (path: string) => path.split('/')[0] ?? '';
const feature = (path: string) => path.split('/')[1];

const isApiTypes = (to: string) => apiTypes.some((types) => to === `${types} (types)`);

function isAllowed(from: string, to: string): boolean {
  // What is generated has no tags yet: it is called as `api/endpoints` and `api/startEndpoints` complete it.
  if (apiTypes.includes(to)) return room(from) === 'api';
  if (to === addresses || room(from) === 'main.tsx') return true;
  if (isApiTypes(to)) return room(from) !== 'theme';
  if (room(from) !== room(to)) return mayImport[room(from)]?.includes(room(to)) ?? false;
  return room(from) !== 'features' || feature(from) === feature(to);
}

test('imports point one way, and no feature imports another', () => {
  const wrong = sources.flatMap((from) =>
    importsOf(from)
      .filter((to) => !isAllowed(from, to))
      .map((to) => `${from} → ${to}`),
  );
  expect(wrong).toEqual([]);
});

test('the rule sees imports, and would refuse the wrong ones', () => {
  expect(importsOf('features/listings/ListingCard.tsx')).toContain('app/paths');
  expect(isAllowed('features/listings/ListingCard.tsx', 'features/session/useLogout')).toBe(false);
  expect(isAllowed('ui/Badge.tsx', 'features/listings/tones')).toBe(false);
  expect(importsOf('ui/DecisionBadge.tsx')).toContain('api/generated (types)');
  expect(isAllowed('ui/DecisionBadge.tsx', 'api/generated (types)')).toBe(true);
  expect(isAllowed('features/users/UsersPage.tsx', 'api/generated')).toBe(false);
  expect(isAllowed('api/token.ts', 'app/store')).toBe(false);
});

test('the table of addresses imports nothing', () => {
  expect(readFileSync(`src/${addresses}.ts`, 'utf8')).not.toMatch(/^import /m);
});

test('what is loaded first calls only what the first screen asks for', () => {
  const file = (path: string) => sources.find((source) => source.replace(/\.tsx?$/, '') === path);
  const reached = new Set<string>(['main.tsx']);
  for (const from of reached) {
    // Neither types nor what is imported when it is opened.
    const source = readFileSync(join('src', from), 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;']*?from '(\.[^']+)'/gm,
    );
    for (const [, path = ''] of source) {
      const to = file(normalize(join(dirname(from), path)));
      if (to !== undefined) reached.add(to);
    }
  }
  expect(reached).toContain('api/generatedStart.ts');
  expect(reached).toContain('features/listings/HomePage.tsx');
  expect(reached).not.toContain('api/generated.ts');
});
