import { expect, test } from 'vitest';
import { adoptVariables } from './adoptVariables';
import { dark, light } from './palette';
import { theme } from './theme';

test('the document knows the variables of both schemes', () => {
  adoptVariables(theme);
  const sheet = document.adoptedStyleSheets.at(-1);
  const text = Array.from(sheet?.cssRules ?? [], (rule) => rule.cssText);
  const of = (scheme: string) => text.filter((rule) => rule.includes(`[data-theme="${scheme}"]`)).join('');
  expect(of('light')).toContain(`--mui-palette-background-default: ${light.background.default};`);
  expect(of('light')).toContain('color-scheme: light;');
  expect(of('dark')).toContain(`--mui-palette-background-default: ${dark.background.default};`);
  expect(of('dark')).toContain('color-scheme: dark;');
  expect(text.join('')).not.toMatch(/undefined|\[object/);
});
