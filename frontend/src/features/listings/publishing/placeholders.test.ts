import { expect, test } from 'vitest';
import { findPlaceholders } from './placeholders';
import { tenantTemplate } from '../../listing-wizard/steps/tenantTemplate';

const texts = (tenantDescription: string, description = '') => ({
  description,
  tenantDescription,
  locationDescription: '',
});

test('findPlaceholders returns every placeholder of the template once', () => {
  expect(findPlaceholders(texts(tenantTemplate))).toEqual([
    '[Anzahl]',
    '[Geschlecht, z. B. zwei Frauen, ein Mann]',
    '[Alter]',
    '[Sprachen, z. B. Deutsch und Englisch]',
    '[z. B. egal]',
    '[z. B. Deutsch oder Englisch]',
  ]);
});

test('findPlaceholders reads all texts, in the order of the fields', () => {
  expect(findPlaceholders(texts('Wir sind [drei].', 'Zimmer [Nummer]'))).toEqual(['[Nummer]', '[drei]']);
});

test.each(['Wir sind drei.', 'Wir [', '] und [', '[]', 'eine [Klammer\nüber zwei Zeilen]'])(
  'findPlaceholders returns none for %j',
  (text) => {
    expect(findPlaceholders(texts(text))).toEqual([]);
  },
);
