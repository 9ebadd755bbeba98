import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useDeviceFiles } from '../../../testing/deviceFiles';
import { forgetDrafts } from '../../../ui/form/drafts';
import type { KeptPicture } from './pictureKeep';
import type * as pictureStore from './pictureStore';

let store: typeof pictureStore;

/** Each test has a page of its own, and a database. */
async function reload(): Promise<void> {
  vi.resetModules();
  store = await import('./pictureStore');
}
beforeEach(async () => {
  await useDeviceFiles();
  await reload();
});

const picture = (key: string, place = 0): KeptPicture => ({
  key,
  file: new File([`bytes of ${key}`], `${key}.jpg`, { type: 'image/jpeg' }),
  turns: 0,
  place,
});
const of = (draft: string, user = 'sena') => store.createPictureStore(user, draft);
const keysOf = async (draft: string, user?: string) => (await of(draft, user).load()).map(({ key }) => key);

test('pictures come back after a reload with their bytes, names, turns and places', async () => {
  await of('new/1').add([picture('b', 1), picture('a', 0)]);
  await of('new/1').arrange([{ key: 'b', turns: 3, place: 1 }]);
  await reload();
  const [a, b] = await of('new/1').load();
  expect(a).toMatchObject({ key: 'a', turns: 0, place: 0 });
  expect(b).toMatchObject({ key: 'b', turns: 3, place: 1 });
  expect([a?.file.name, a?.file.type, await a?.file.text()]).toEqual(['a.jpg', 'image/jpeg', 'bytes of a']);
});

test('a draft has its own pictures', async () => {
  await of('new/1').add([picture('a')]);
  await of('new/2').add([picture('b')]);
  expect(await keysOf('new/1')).toEqual(['a']);
  expect(await keysOf('new/2')).toEqual(['b']);
  await store.forgetPictures('sena', 'new/1');
  expect(await keysOf('new/1')).toEqual([]);
  expect(await keysOf('new/2')).toEqual(['b']);
});

test('a new listing that was saved takes its pictures along', async () => {
  const kept = of('new/1');
  await kept.add([picture('a')]);
  await kept.rename('listing-1');
  await kept.add([picture('b', 1)]);
  expect(await keysOf('new/1')).toEqual([]);
  expect(await keysOf('listing-1')).toEqual(['a', 'b']);
});

test('a removed picture does not come back, even if it was removed while it was added', async () => {
  const kept = of('new/1');
  const added = kept.add([picture('a')]);
  await kept.remove('a');
  expect(await added).toEqual(new Set(['a']));
  expect(await keysOf('new/1')).toEqual([]);
});

describe('what is kept is bounded', () => {
  test('by its number', async () => {
    const many = Array.from({ length: store.mostKept + 1 }, (_, index) => picture(`p${index}`, index));
    const kept = await of('new/1').add(many);
    expect(kept.size).toBe(store.mostKept);
    expect(kept).not.toContain(`p${store.mostKept}`);
  });

  test('by its bytes', async () => {
    const large = picture('large');
    Object.defineProperty(large.file, 'size', { value: store.mostBytes + 1 });
    expect(await of('new/1').add([large, picture('small')])).toEqual(new Set(['small']));
  });

  test('by its age', async () => {
    await of('new/1').add([picture('a')]);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + store.longestKept + 1000);
    expect(await keysOf('new/1')).toEqual([]);
    vi.restoreAllMocks();
    expect(await keysOf('new/1')).toEqual([]);
  });
});

describe('what is kept belongs to one user', () => {
  test('another user of the device removes it', async () => {
    await of('new/1').add([picture('a')]);
    expect(await keysOf('new/1', 'lena')).toEqual([]);
    expect(await keysOf('new/1')).toEqual([]);
  });

  test('logging out removes it, and the next one begins empty', async () => {
    await of('new/1').add([picture('a')]);
    forgetDrafts('sena');
    await vi.waitFor(async () => expect(await keysOf('new/1')).toEqual([]));
    expect(await of('new/1').add([picture('b')])).toEqual(new Set(['b']));
  });
});

describe('where nothing can be kept', () => {
  test('a full device answers which pictures it keeps', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await of('new/1').add([picture('a')])).toEqual(new Set());
    put.mockRestore();
    expect(await of('new/1').add([picture('a')])).toEqual(new Set(['a']));
  });

  test('a browser that blocks IndexedDB keeps nothing, and nothing fails', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const kept = of('new/1');
    expect(await kept.add([picture('a')])).toEqual(new Set());
    expect(await kept.load()).toEqual([]);
    await kept.remove('a');
    await kept.rename('x');
    await store.forgetPictures('sena', 'new/1');
  });
});
