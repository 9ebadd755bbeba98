import { expect, test } from 'vitest';
import { typedParts } from './typedParts';

/** What was typed in brackets. */
const marked = (name: string, typed: string) =>
  typedParts(name, typed)
    .map((part) => (part.isTyped ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['München', 'mün', '[Mün]chen'],
  ['München', 'mun', '[Mün]chen'],
  ['München', 'MUEN', '[Mün]chen'],
  ['München', 'mu\u0308n', '[Mün]chen'],
  ['Gießen', 'giess', '[Gieß]en'],
  ['Gießen', 'gieß', '[Gieß]en'],
  ['Frankfurt am Main', 'main fra', '[Fra]nkfurt am [Main]'],
  ['Berg am Laim', 'berg a', '[Berg] [a]m Laim'],
  ['Au-Haidhausen', 'au-haid', '[Au]-[Haid]hausen'],
  ['Köln', 'köln', '[Köln]'],
])('of %s, somebody who typed %s typed %s', (name, typed, expected) => {
  expect(marked(name, typed)).toBe(expected);
});

test.each([
  ['München', 'Münhcen'],
  ['München', 'chen'],
  ['München', 'Münchenbuchsee'],
  ['München', '  '],
  ['Köln', '🏠'],
])('of %s, %s marks nothing', (name, typed) => {
  expect(marked(name, typed)).toBe(name);
});

test('a name is whole again without its marks', () => {
  expect(
    typedParts('Neuhausen-Nymphenburg', 'nymph neu')
      .map(({ text }) => text)
      .join(''),
  ).toBe('Neuhausen-Nymphenburg');
});
