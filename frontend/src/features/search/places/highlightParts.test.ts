import { expect, test } from 'vitest';
import { highlightParts } from './highlightParts';

/** The name with matches in brackets. */
const highlighted = (name: string, typed: string) =>
  highlightParts(name, typed)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
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
])('highlightParts of %s for %j marks %s', (name, typed, expected) => {
  expect(highlighted(name, typed)).toBe(expected);
});

test.each([
  ['München', 'Münhcen'],
  ['München', 'chen'],
  ['München', 'Münchenbuchsee'],
  ['München', '  '],
  ['Köln', '🏠'],
])('highlightParts of %s for %j marks nothing', (name, typed) => {
  expect(highlighted(name, typed)).toBe(name);
});

test('highlightParts returns all parts of the name', () => {
  expect(
    highlightParts('Neuhausen-Nymphenburg', 'nymph neu')
      .map(({ text }) => text)
      .join(''),
  ).toBe('Neuhausen-Nymphenburg');
});
