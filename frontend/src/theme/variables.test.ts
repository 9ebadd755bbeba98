import { expect, test } from 'vitest';
import { variableSheets } from '../../build/themeVariables.ts';
import { readStyleSheets } from '../testing/styleSheets';
import { dark, light } from './palette';

const sheet = (name: string): string => variableSheets[name]?.() ?? '';
const first = sheet('variables.css');
const rulesOf = (scheme: string) =>
  first
    .split('\n')
    .filter((rule) => rule.includes(`[data-theme="${scheme}"]`))
    .join('');

test('variables.css has the colours of both schemes', () => {
  expect(rulesOf('light')).toContain(`--mui-palette-background-default:${light.background.default};`);
  expect(rulesOf('light')).toContain('color-scheme:light;');
  expect(rulesOf('dark')).toContain(`--mui-palette-background-default:${dark.background.default};`);
  expect(rulesOf('dark')).toContain('color-scheme:dark;');
  expect(first + sheet('muiVariables.css')).not.toMatch(/undefined|\[object/);
});

test('variables.css has every variable that a style sheet uses', () => {
  const used = readStyleSheets().flatMap(({ css }) =>
    [...css.matchAll(/var\((--mui-[\w-]+)/g)].map(([, name = '']) => name),
  );
  expect(used).toContain('--mui-palette-brand-focus');
  expect([...new Set(used)].filter((name) => !first.includes(`${name}:`))).toEqual([]);
});

test('muiVariables.css has only variables of MUI components, and no duplicates', () => {
  const lazy = sheet('muiVariables.css');
  expect(lazy).toContain('--mui-palette-Alert-');
  expect(first).not.toContain('--mui-palette-Alert-');
  expect(lazy).not.toContain('--mui-palette-primary-main:');
});
