import { afterEach, describe, expect, test, vi } from 'vitest';
import { blockedStorage } from '../../testing/browser/blockedStorage';
import { listing } from '../../testing/fixtures';
import {
  applyChange,
  type DeviceFavourite,
  deviceFavouriteOf,
  parseFavourites,
  readDeviceFavourites,
  writeDeviceFavourites,
} from './deviceFavourites';

const favourite = (number: number): DeviceFavourite => ({
  ...deviceFavouriteOf(listing()),
  externalId: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
});
const many = (count: number) => Array.from({ length: count }, (_, number) => favourite(number));

describe('parseFavourites', () => {
  test('returns what was stored', () => {
    writeDeviceFavourites([favourite(2), favourite(1)]);
    expect(readDeviceFavourites()).toEqual([favourite(2), favourite(1)]);
  });

  test.each([null, '', '{', '"text"', 'null', '7', '{"0":1}'])('returns nothing for %j', (text) => {
    expect(parseFavourites(text)).toEqual([]);
  });

  test('skips invalid entries and repeated listings', () => {
    const { title: _title, ...withoutTitle } = favourite(2);
    const stored = [
      null,
      'text',
      favourite(1),
      withoutTitle,
      { ...favourite(3), externalId: '../admin' },
      { ...favourite(4), unitType: 'CASTLE' },
      { ...favourite(5), totalRent: 'free' },
      favourite(1),
      favourite(6),
    ];
    expect(parseFavourites(JSON.stringify(stored))).toEqual([favourite(1), favourite(6)]);
  });

  test('returns at most 200', () => {
    expect(parseFavourites(JSON.stringify(many(250)))).toEqual(many(200));
  });
});

describe('applyChange', () => {
  test('adds in front, once', () => {
    expect(applyChange([favourite(1), favourite(2)], { remove: [], add: favourite(2) })).toEqual([
      favourite(2),
      favourite(1),
    ]);
  });

  test('removes', () => {
    const ids = [favourite(1), favourite(3)].map(({ externalId }) => externalId);
    expect(applyChange(many(3), { remove: ids })).toEqual([favourite(0), favourite(2)]);
  });

  test('is refused by a full list, unless the listing is in it', () => {
    expect(applyChange(many(200), { remove: [], add: favourite(200) })).toBeUndefined();
    expect(applyChange(many(200), { remove: [], add: favourite(7) })?.[0]).toEqual(favourite(7));
    expect(applyChange(many(199), { remove: [], add: favourite(200) })).toHaveLength(200);
  });
});

describe('without storage', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('reading and writing do not fail', () => {
    vi.stubGlobal('localStorage', blockedStorage);
    expect(readDeviceFavourites()).toEqual([]);
    expect(() => writeDeviceFavourites([favourite(1)])).not.toThrow();
  });
});
