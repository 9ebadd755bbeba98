import { expect, test } from 'vitest';
import { similarSearch } from './similarSearch';

test('similarSearch seeks the same town and type within 15 % of the total rent', () => {
  expect(similarSearch({ city: 'Köln', unitType: 'ROOM', totalRent: 500 })).toBe(
    '/?place=K%C3%B6ln&unitTypes=ROOM&priceMin=425&priceMax=575',
  );
  expect(similarSearch({ city: 'Halle/Saale', unitType: 'HOUSE', totalRent: 465.51 })).toBe(
    '/?place=Halle%252FSaale&unitTypes=HOUSE&priceMin=395.69&priceMax=535.33',
  );
});
