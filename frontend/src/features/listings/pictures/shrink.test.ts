import { beforeEach, expect, test, vi } from 'vitest';
import { copyOf, shrink } from './shrink';

/** A browser that reads every picture as `read`, and makes every picture `made` bytes large. */
let read: { width: number; height: number } | Error;
let made: number;
let drawn: { width: number; height: number; turned: number }[];
let open: number;
let mostOpen: number;
let asked: unknown[];

beforeEach(() => {
  read = { width: 4000, height: 3000 };
  made = 1000;
  drawn = [];
  open = 0;
  mostOpen = 0;
  asked = [];
  vi.stubGlobal('createImageBitmap', async (_file: Blob, options: unknown) => {
    asked.push(options);
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    if (read instanceof Error) {
      open -= 1;
      throw read;
    }
    return { ...read, close: () => (open -= 1) };
  });
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
});

class FakeCanvas {
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}
  getContext() {
    const { width, height } = this;
    return {
      fillRect: () => undefined,
      translate: () => undefined,
      drawImage: () => undefined,
      rotate: (turned: number) => drawn.push({ width, height, turned }),
    };
  }
  convertToBlob(options: unknown) {
    asked.push(options);
    return Promise.resolve(new Blob([new Uint8Array(made)], { type: 'image/jpeg' }));
  }
}

const picture = (size: number, type = 'image/jpeg') => new File([new Uint8Array(size)], 'a', { type });

test('a larger picture becomes 2400 px long, when that is fewer bytes', async () => {
  const file = picture(5000);
  const sent = await shrink(file, 0);
  expect(sent).not.toBe(file);
  expect(sent.size).toBe(1000);
  expect(drawn).toEqual([{ width: 2400, height: 1800, turned: 0 }]);
  expect(asked).toEqual([{ imageOrientation: 'from-image' }, { type: 'image/jpeg', quality: 0.88 }]);
  expect(open).toBe(0);
});

test('the original is sent when it has fewer bytes, or as many', async () => {
  made = 5000;
  const file = picture(5000);
  expect(await shrink(file, 0)).toBe(file);
});

test('a small file of at most 2400 px is sent as it is, without being encoded once more', async () => {
  read = { width: 2400, height: 1600 };
  const file = picture(1_900_000);
  expect(await shrink(file, 0)).toBe(file);
  expect(drawn).toEqual([]);
});

test('many bytes are worth a try however many pixels they are', async () => {
  read = { width: 2400, height: 1600 };
  expect((await shrink(picture(2_100_000), 0)).size).toBe(1000);
  expect(drawn).toEqual([{ width: 2400, height: 1600, turned: 0 }]);
});

test('a turned picture is sent turned, even when it has more bytes then', async () => {
  read = { width: 1200, height: 800 };
  made = 9000;
  expect((await shrink(picture(500), 1)).size).toBe(9000);
  expect(drawn).toEqual([{ width: 800, height: 1200, turned: Math.PI / 2 }]);
});

test('a format that only this browser knows is sent as one that the portal takes', async () => {
  read = { width: 100, height: 100 };
  expect((await shrink(picture(500, 'image/heic'), 0)).type).toBe('image/jpeg');
});

test('what this browser cannot read is sent as it is, and has no copy', async () => {
  read = new Error('unreadable');
  const file = picture(5000, 'image/heic');
  expect(await shrink(file, 0)).toBe(file);
  expect(await copyOf(file)).toBeNull();
});

test('a browser that cannot draw sends the original', async () => {
  vi.stubGlobal('OffscreenCanvas', undefined);
  const file = picture(5000);
  expect(await shrink(file, 0)).toBe(file);
});

test('a copy is small', async () => {
  expect(await copyOf(picture(5000))).toBeInstanceOf(Blob);
  expect(drawn).toEqual([{ width: 640, height: 480, turned: 0 }]);
});

test('one picture is read at a time, and one that cannot be read holds nobody up', async () => {
  read = new Error('unreadable');
  const first = copyOf(picture(1));
  await first;
  read = { width: 10, height: 10 };
  await Promise.all([copyOf(picture(1)), shrink(picture(1), 0), shrink(picture(1), 1)]);
  expect(mostOpen).toBe(1);
  expect(open).toBe(0);
});
