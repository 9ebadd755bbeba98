import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { resetIndexedDb } from '../../testing/resetIndexedDb';
import { draftDatabase } from '../../ui/drafts/drafts';
import { deleteDrafts } from '../../ui/drafts/userDrafts';
import type { LocalImage } from './localImageStore';
import type * as indexedDbImageStore from './indexedDbImageStore';

let store: typeof indexedDbImageStore;

/** Imports the module again, as a reload of the page does. */
async function reload(): Promise<void> {
  vi.resetModules();
  store = await import('./indexedDbImageStore');
}
beforeEach(async () => {
  await resetIndexedDb();
  await reload();
});

const image = (key: string, index = 0): LocalImage => ({
  key,
  file: new File([`bytes of ${key}`], `${key}.jpg`, { type: 'image/jpeg' }),
  quarterTurns: 0,
  description: '',
  index,
});
const openStore = (draft: string, user = 'sena') => store.createIndexedDbImageStore(user, draft);
const keysOf = async (draft: string, user?: string) =>
  (await openStore(draft, user).load()).map(({ key }) => key);

test('images survive a reload with bytes, name, rotation and index', async () => {
  await openStore('new/1').add([image('b', 1), image('a', 0)]);
  await openStore('new/1').update([{ key: 'b', quarterTurns: 3, description: 'Bett', index: 1 }]);
  await reload();
  const [a, b] = await openStore('new/1').load();
  expect(a).toMatchObject({ key: 'a', quarterTurns: 0, index: 0 });
  expect(b).toMatchObject({ key: 'b', quarterTurns: 3, description: 'Bett', index: 1 });
  expect([a?.file.name, a?.file.type, await a?.file.text()]).toEqual(['a.jpg', 'image/jpeg', 'bytes of a']);
});

test('each draft has separate images', async () => {
  await openStore('new/1').add([image('a')]);
  await openStore('new/2').add([image('b')]);
  expect(await keysOf('new/1')).toEqual(['a']);
  expect(await keysOf('new/2')).toEqual(['b']);
  await store.removeLocalImages('sena', 'new/1');
  expect(await keysOf('new/1')).toEqual([]);
  expect(await keysOf('new/2')).toEqual(['b']);
});

test('renameDraft moves the images to the new name', async () => {
  const images = openStore('new/1');
  await images.add([image('a')]);
  await images.renameDraft('listing-1');
  await images.add([image('b', 1)]);
  expect(await keysOf('new/1')).toEqual([]);
  expect(await keysOf('listing-1')).toEqual(['a', 'b']);
});

test('images of version 1 of the database are dropped', async () => {
  const old = await openDB(draftDatabase, 1, {
    upgrade: (database) => {
      database.createObjectStore('entries', { keyPath: 'key' });
      database.createObjectStore('files');
    },
  });
  await old.put('entries', { key: 'a', user: 'sena', draft: 'new/1', name: 'a.jpg', turns: 1, place: 0 });
  old.close();
  expect(await keysOf('new/1')).toEqual([]);
  expect(await openStore('new/1').add([image('b')])).toEqual(new Set(['b']));
});

test('an image that is removed during add stays removed', async () => {
  const images = openStore('new/1');
  const added = images.add([image('a')]);
  await images.remove('a');
  expect(await added).toEqual(new Set(['a']));
  expect(await keysOf('new/1')).toEqual([]);
});

describe('limits', () => {
  test('number of images', async () => {
    const many = Array.from({ length: store.maxStoredImages + 1 }, (_, index) => image(`p${index}`, index));
    const stored = await openStore('new/1').add(many);
    expect(stored.size).toBe(store.maxStoredImages);
    expect(stored).not.toContain(`p${store.maxStoredImages}`);
  });

  test('bytes', async () => {
    const large = image('large');
    Object.defineProperty(large.file, 'size', { value: store.maxStoredBytes + 1 });
    expect(await openStore('new/1').add([large, image('small')])).toEqual(new Set(['small']));
  });

  test('age', async () => {
    await openStore('new/1').add([image('a')]);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + store.maxImageAge + 1000);
    expect(await keysOf('new/1')).toEqual([]);
    vi.restoreAllMocks();
    expect(await keysOf('new/1')).toEqual([]);
  });
});

describe('images of one user', () => {
  test('are removed when another user opens the store', async () => {
    await openStore('new/1').add([image('a')]);
    expect(await keysOf('new/1', 'lena')).toEqual([]);
    expect(await keysOf('new/1')).toEqual([]);
  });

  test('are removed by a logout', async () => {
    await openStore('new/1').add([image('a')]);
    deleteDrafts('sena');
    await vi.waitFor(async () => expect(await keysOf('new/1')).toEqual([]));
    expect(await openStore('new/1').add([image('b')])).toEqual(new Set(['b']));
  });
});

describe('errors of IndexedDB', () => {
  test('add returns only the stored images when the quota is exceeded', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await openStore('new/1').add([image('a')])).toEqual(new Set());
    put.mockRestore();
    expect(await openStore('new/1').add([image('a')])).toEqual(new Set(['a']));
  });

  test('no method fails when IndexedDB is blocked', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const images = openStore('new/1');
    expect(await images.add([image('a')])).toEqual(new Set());
    expect(await images.load()).toEqual([]);
    await images.remove('a');
    await images.renameDraft('x');
    await store.removeLocalImages('sena', 'new/1');
  });
});
