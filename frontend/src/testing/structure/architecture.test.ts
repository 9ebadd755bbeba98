import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The layers: app → features → (api, ui, theme, i18n). Routes in `app` combine features.
 * Every layer may import the table of paths in `app`, which imports nothing.
 */
const mayImport: Record<string, readonly string[]> = {
  app: ['features', 'api', 'ui', 'theme', 'i18n'],
  features: ['api', 'ui', 'theme', 'i18n'],
  ui: ['theme', 'i18n'],
  i18n: ['api'],
  theme: [],
  api: [],
};
/**
 * Features do not import each other. The exceptions are parts of a listing and searches: search
 * results show listing cards, favourites show them and lead to searches, saved searches keep
 * searches, and the wizard edits the images of a listing and shares its publishing. The imports go
 * in this order only: favourites, saved-searches → search, listing-wizard → listings,
 * listing-images.
 */
const lowerFeatures: Record<string, readonly string[]> = {
  favourites: ['search', 'listings'],
  'saved-searches': ['search'],
  search: ['listings'],
  'listing-wizard': ['listings', 'listing-images'],
};
const pathTable = 'app/paths';
/** The generated clients. The first one declares the types of both. */
const apiTypes = 'api/generated';
const clients = [apiTypes, 'api/generatedInitial'];

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
      return to === apiTypes && statement.startsWith('import type') ? `${to} (types)` : to;
    })
    .filter((path) => !path.startsWith('..'));

const layer = (path: string) => path.split('/')[0] ?? '';
const featureOf = (path: string) => path.split('/')[1] ?? '';

function isAllowed(from: string, to: string): boolean {
  // The generated endpoints have no cache tags; `api/endpoints` and `api/initialEndpoints` add
  // them.
  if (clients.includes(to)) return layer(from) === 'api';
  if (to === pathTable || layer(from) === 'main.tsx') return true;
  // `ui` may use the types of the API, but not its hooks.
  if (to === `${apiTypes} (types)`) return layer(from) !== 'theme';
  if (layer(from) !== layer(to)) return mayImport[layer(from)]?.includes(layer(to)) ?? false;
  if (layer(from) !== 'features') return true;
  const [user, used] = [featureOf(from), featureOf(to)];
  return user === used || (lowerFeatures[user]?.includes(used) ?? false);
}

test('imports follow the layers and the order of features', () => {
  const wrong = sources.flatMap((from) =>
    importsOf(from)
      .filter((to) => !isAllowed(from, to))
      .map((to) => `${from} → ${to}`),
  );
  expect(wrong).toEqual([]);
});

test('the rule finds imports and rejects wrong ones', () => {
  expect(importsOf('features/listings/card/ListingCard.tsx')).toContain('app/paths');
  expect(isAllowed('features/listings/card/ListingCard.tsx', 'features/session/useLogout')).toBe(false);
  expect(isAllowed('features/search/home/HomePage.tsx', 'features/listings/card/ListingCard')).toBe(true);
  expect(isAllowed('features/listings/card/ListingCard.tsx', 'features/search/searchFilters')).toBe(false);
  expect(isAllowed('ui/badge/Badge.tsx', 'features/listings/tones')).toBe(false);
  expect(importsOf('ui/badge/DecisionBadge.tsx')).toContain('api/generated (types)');
  expect(isAllowed('ui/badge/DecisionBadge.tsx', 'api/generated (types)')).toBe(true);
  expect(isAllowed('features/users/UsersPage.tsx', 'api/generated')).toBe(false);
  expect(isAllowed('api/token.ts', 'app/store')).toBe(false);
});

test('every type of the API is declared once', () => {
  const declared = clients.flatMap((client) =>
    [...readFileSync(`src/${client}.ts`, 'utf8').matchAll(/^export type (\w+)/gm)].map(([, name]) => name),
  );
  expect(declared).toContain('SearchPage');
  expect(declared).toHaveLength(new Set(declared).size);
});

test('state of our own is in slices: other sources are the browser and i18next', () => {
  const subscribing = sources.filter((file) => readSource(file).includes('useSyncExternalStore'));
  expect(subscribing.toSorted()).toEqual(['i18n/useTranslationStatus.ts', 'theme/useMedia.ts']);
});

const propTypes = /^(?:export )?type \w*Props\b[^]*?^\};/gm;
const countRenderProps = (type: string) => type.match(/=> (ReactNode|ReactElement|JSX)/g)?.length ?? 0;

test('only useLatestTask aborts what was overtaken', () => {
  const aborting = sources.filter((file) => readSource(file).includes('new AbortController'));
  expect(aborting).toEqual(['api/useLatestTask.ts']);
});

test('a component has at most one prop that is a function returning components', () => {
  const types = sources.flatMap((file) => readSource(file).match(propTypes) ?? []);
  expect(types.filter((type) => countRenderProps(type) === 1)).not.toEqual([]);
  expect(types.filter((type) => countRenderProps(type) > 1)).toEqual([]);
});

// It would never load a failed part again, and `lazyPart` also shows parts earlier.
test('nothing calls lazy of React', () => {
  const usingLazy = sources.filter((file) => /\blazy\(/.test(readFileSync(join('src', file), 'utf8')));
  expect(usingLazy).toEqual([]);
});

test('the table of paths imports nothing', () => {
  expect(readFileSync(`src/${pathTable}.ts`, 'utf8')).not.toMatch(/^import /m);
});

const fileOf = (path: string) => sources.find((source) => source.replace(/\.tsx?$/, '') === path);
const readSource = (file: string) => readFileSync(join('src', file), 'utf8');

/** All files that a file imports statically, without types. */
function staticImports(start: string): Set<string> {
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

test('the first screen and a listing load neither MUI nor Emotion', () => {
  expect([...staticImports('main.tsx'), ...staticImports(plainPage)].filter(usesMui)).toEqual([]);
  expect(usesMui('theme/Mui.tsx')).toBe(true);
});

test('lazy parts of the first screen and of a listing that use MUI wrap themselves in its theme', () => {
  const lazyParts = [...staticImports('main.tsx'), ...staticImports(plainPage)]
    // `lazyPage` wraps every page in the theme.
    .filter((from) => from !== 'app/pages.tsx' && from !== 'app/routes/loadListingRoute.ts')
    .flatMap((from) =>
      [...readSource(from).matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) =>
        fileOf(normalize(join(dirname(from), path))),
      ),
    )
    .filter((file) => file !== undefined);
  expect(lazyParts).toEqual(
    expect.arrayContaining(['ui/panel/PopupMenu.tsx', 'features/listings/gallery/Lightbox.tsx']),
  );
  const unthemed = lazyParts.filter((part) => {
    const files = staticImports(part);
    return !files.has('theme/Mui.tsx') && [...files].some(usesMui);
  });
  expect(unthemed).toEqual([]);
});

test('the first screen loads only the initial endpoints', () => {
  const reached = staticImports('main.tsx');
  expect(reached).toContain('api/generatedInitial.ts');
  expect(reached).toContain('features/search/home/HomePage.tsx');
  expect(reached).not.toContain('api/generated.ts');
});
