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

test('a part is loaded lazily only by lazyPart, so that one that failed can be loaded again', () => {
  const lazyAlone = sources.filter((file) => /\blazy\(/.test(readFileSync(join('src', file), 'utf8')));
  expect(lazyAlone).toEqual(['ui/lazy/lazyPart.tsx']);
});

test('the table of addresses imports nothing', () => {
  expect(readFileSync(`src/${addresses}.ts`, 'utf8')).not.toMatch(/^import /m);
});

const fileOf = (path: string) => sources.find((source) => source.replace(/\.tsx?$/, '') === path);
const readSource = (file: string) => readFileSync(join('src', file), 'utf8');

/** All files that one file loads with itself: neither types nor what is imported when it is opened. */
function loadedWith(start: string): Set<string> {
  const reached = new Set<string>([start]);
  for (const from of reached) {
    for (const [, path = ''] of readSource(from).matchAll(
      /^(?:import|export) (?!type )[^;']*?from '(\.[^']+)'/gm,
    )) {
      const to = fileOf(normalize(join(dirname(from), path)));
      if (to !== undefined) reached.add(to);
    }
  }
  return reached;
}
const usesMui = (file: string) => /from '@(?:mui|emotion)\//.test(readSource(file));

/** The page that `lazyPlainPage` loads. */
const plainPage = 'app/routes/ListingRoute.tsx';

test('what is loaded first, and a listing, has neither MUI nor Emotion', () => {
  expect([...loadedWith('main.tsx'), ...loadedWith(plainPage)].filter(usesMui)).toEqual([]);
  expect(usesMui('theme/Mui.tsx')).toBe(true);
});

test('a lazy part of the first screen or of a listing that uses MUI brings its theme', () => {
  const lazyParts = [...loadedWith('main.tsx'), ...loadedWith(plainPage)]
    // `lazyPage` puts the theme around every page.
    .filter((from) => from !== 'app/pages.tsx' && from !== 'app/routes/loadListingRoute.ts')
    .flatMap((from) =>
      [...readSource(from).matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) =>
        fileOf(normalize(join(dirname(from), path))),
      ),
    )
    .filter((file) => file !== undefined);
  expect(lazyParts).toEqual(
    expect.arrayContaining(['ui/PopupMenu.tsx', 'features/listings/gallery/Lightbox.tsx']),
  );
  const unthemed = lazyParts.filter((part) => {
    const files = loadedWith(part);
    return !files.has('theme/Mui.tsx') && [...files].some(usesMui);
  });
  expect(unthemed).toEqual([]);
});

test('what is loaded first calls only what the first screen asks for', () => {
  const reached = loadedWith('main.tsx');
  expect(reached).toContain('api/generatedStart.ts');
  expect(reached).toContain('features/listings/HomePage.tsx');
  expect(reached).not.toContain('api/generated.ts');
});
