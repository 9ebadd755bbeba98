import { expect, test } from 'vitest';
import { placeholdersOf } from './placeholders';
import { tenantTemplate } from './tenantTemplate';

const texts = (tenantDescription: string, description = '') => ({
  description,
  tenantDescription,
  locationDescription: '',
});

test('every placeholder of the template is found once', () => {
  expect(placeholdersOf(texts(tenantTemplate))).toEqual([
    '[Anzahl]',
    '[Geschlecht, z. B. zwei Frauen, ein Mann]',
    '[Alter]',
    '[Sprachen, z. B. Deutsch und Englisch]',
    '[z. B. egal]',
    '[z. B. Deutsch oder Englisch]',
  ]);
});

test('brackets of any text count, also those that were changed', () => {
  expect(placeholdersOf(texts('Wir sind [drei].', 'Zimmer [Nummer]'))).toEqual(['[Nummer]', '[drei]']);
});

test.each(['Wir sind drei.', 'Wir [', '] und [', '[]', 'eine [Klammer\nüber zwei Zeilen]'])(
  '%j has none',
  (text) => {
    expect(placeholdersOf(texts(text))).toEqual([]);
  },
);
