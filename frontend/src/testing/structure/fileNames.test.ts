import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * A file is named after its one main export: a component `Component.tsx`, a hook `useHook.ts`, all
 * others by a noun in camel case that occurs in their exports. Folders are in kebab case, and small
 * enough to be read at a glance.
 */
const maxFiles = 20;

/** These have another name, each for a reason. */
const exceptions = new Set([
  // Both export `api`: the same API, in the second one with all endpoints.
  'api/initialEndpoints.ts',
  'api/endpoints.ts',
  // The usual term for `light` and `dark`.
  'theme/palette.ts',
  // The length of everything that is typed.
  'ui/form/limits.ts',
  // Options of `lazyPart`, with the components behind them.
  'ui/lazy/PartFailure.tsx',
]);

const entries = readdirSync('src', { recursive: true, encoding: 'utf8', withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).replace(/^src\//, ''));
const modules = files.filter((file) => /\.tsx?$/.test(file) && !/\.(test\.tsx?|d\.ts)$/.test(file));
const readSource = (file: string) => readFileSync(join('src', file), 'utf8');
const isGenerated = (file: string) => file.startsWith('api/generated');

/** The names of the exported values and of the exported types. */
function exportsOf(source: string): { values: string[]; types: string[] } {
  const names = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, name = '']) => name);
  const destructured = names(/^export const \{([^}]*)\}/gm).flatMap((list) => list.match(/\w+/g) ?? []);
  return {
    values: [...names(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm), ...destructured],
    types: names(/^export (?:type|interface) (\w+)/gm),
  };
}

/** Lower-case words, cut so that a plural or a participle equals its stem. */
const wordsOf = (name: string): string[] =>
  name.split(/(?=[A-Z])/).map((word) => word.toLowerCase().replace(/s$/, '').slice(0, 5));

function isNamedAfterExports(file: string, source: string): boolean {
  const name = basename(file).replace(/\.tsx?$/, '');
  const { values, types } = exportsOf(source);
  const [only = ''] = values;
  const isHook = /^use[A-Z]/.test(only);
  const isComponent = file.endsWith('.tsx') && /^[A-Z]/.test(only);
  if (/^(use)?[A-Z]/.test(name) || (values.length === 1 && (isHook || isComponent))) {
    return values.includes(name);
  }
  // An entry.
  if (values.length + types.length === 0) return true;
  const words = wordsOf(name);
  if (values.length === 1) return words.every((word) => wordsOf(only).includes(word));
  const exported = new Set([...values, ...types].flatMap(wordsOf));
  return /^[a-z]\w*$/.test(name) && words.some((word) => exported.has(word));
}

test('files are named after their exports', () => {
  const wrong = modules
    .filter((file) => !isGenerated(file) && !file.startsWith('testing/') && !exceptions.has(file))
    .filter((file) => !isNamedAfterExports(file, readSource(file)));
  expect(wrong).toEqual([]);
  expect(modules).toEqual(expect.arrayContaining([...exceptions]));
});

test('the rule about names rejects wrong ones', () => {
  const isRight = (file: string, ...lines: string[]) => isNamedAfterExports(file, lines.join('\n'));
  expect(isRight('ui/Badge.tsx', 'export function Badge() {}')).toBe(true);
  expect(isRight('ui/badge.tsx', 'export function Badge() {}')).toBe(false);
  expect(isRight('ui/Label.tsx', 'export function Badge() {}')).toBe(false);
  expect(isRight('ui/useMedia.ts', 'export function useMedia() {}')).toBe(true);
  expect(isRight('ui/media.ts', 'export function useMedia() {}')).toBe(false);
  expect(isRight('app/store.ts', 'export function createStore() {}')).toBe(true);
  expect(isRight('app/state.ts', 'export function createStore() {}')).toBe(false);
  expect(isRight('api/tags.ts', 'export const user = 1;', 'export const listTags = 2;')).toBe(true);
  expect(isRight('api/ids.ts', 'export const user = 1;', 'export const listTags = 2;')).toBe(false);
});

test('there are no barrels: what is imported tells where it is', () => {
  const barrels = modules.filter((file) => /^export (\*|\{[^}]*\}) from /m.test(readSource(file)));
  // The tags must apply where hooks are imported, so these export the generated ones.
  expect(barrels).toEqual(['api/endpoints.ts', 'api/initialEndpoints.ts']);
});

test(`folders are in kebab case, with at most ${maxFiles} files`, () => {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = file.split('/').slice(0, -1).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const folders = [...counts];
  expect(folders.filter(([folder]) => !/^[a-z0-9-]*(\/[a-z0-9-]+)*$/.test(folder))).toEqual([]);
  expect(folders.filter(([, count]) => count > maxFiles)).toEqual([]);
});
