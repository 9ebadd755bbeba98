import { beforeEach, expect, test, vi } from 'vitest';
import { createThumbnail, resizeForUpload } from './resizeImage';

/**
 * The size of every decoded image, or the error; `encodedBytes` is the size of every encoded one.
 */
let decoded: { width: number; height: number } | Error;
let encodedBytes: number;
let drawn: { width: number; height: number; angle: number }[];
let open: number;
let maxOpen: number;
let options: unknown[];

beforeEach(() => {
  decoded = { width: 4000, height: 3000 };
  encodedBytes = 1000;
  drawn = [];
  open = 0;
  maxOpen = 0;
  options = [];
  vi.stubGlobal('createImageBitmap', async (_file: Blob, bitmapOptions: unknown) => {
    options.push(bitmapOptions);
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    if (decoded instanceof Error) {
      open -= 1;
      throw decoded;
    }
    return { ...decoded, close: () => (open -= 1) };
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
      rotate: (angle: number) => drawn.push({ width, height, angle }),
    };
  }
  convertToBlob(blobOptions: unknown) {
    options.push(blobOptions);
    return Promise.resolve(new Blob([new Uint8Array(encodedBytes)], { type: 'image/jpeg' }));
  }
}

const imageOfSize = (size: number, type = 'image/jpeg') => new File([new Uint8Array(size)], 'a', { type });

test('resizeForUpload scales a large image to 2400 px when that saves bytes', async () => {
  const file = imageOfSize(5000);
  const sent = await resizeForUpload(file, 0);
  expect(sent).not.toBe(file);
  expect(sent.size).toBe(1000);
  expect(drawn).toEqual([{ width: 2400, height: 1800, angle: 0 }]);
  expect(options).toEqual([{ imageOrientation: 'from-image' }, { type: 'image/jpeg', quality: 0.88 }]);
  expect(open).toBe(0);
});

test('resizeForUpload returns the original when it has as many bytes or fewer', async () => {
  encodedBytes = 5000;
  const file = imageOfSize(5000);
  expect(await resizeForUpload(file, 0)).toBe(file);
});

test('resizeForUpload does not encode a small file of at most 2400 px', async () => {
  decoded = { width: 2400, height: 1600 };
  const file = imageOfSize(1_900_000);
  expect(await resizeForUpload(file, 0)).toBe(file);
  expect(drawn).toEqual([]);
});

test('resizeForUpload encodes a large file of at most 2400 px', async () => {
  decoded = { width: 2400, height: 1600 };
  expect((await resizeForUpload(imageOfSize(2_100_000), 0)).size).toBe(1000);
  expect(drawn).toEqual([{ width: 2400, height: 1600, angle: 0 }]);
});

test('resizeForUpload rotates even when that adds bytes', async () => {
  decoded = { width: 1200, height: 800 };
  encodedBytes = 9000;
  expect((await resizeForUpload(imageOfSize(500), 1)).size).toBe(9000);
  expect(drawn).toEqual([{ width: 800, height: 1200, angle: Math.PI / 2 }]);
});

test('resizeForUpload converts a format that the server does not accept', async () => {
  decoded = { width: 100, height: 100 };
  expect((await resizeForUpload(imageOfSize(500, 'image/heic'), 0)).type).toBe('image/jpeg');
});

test('a file that cannot be decoded is returned unchanged and has no thumbnail', async () => {
  decoded = new Error('unreadable');
  const file = imageOfSize(5000, 'image/heic');
  expect(await resizeForUpload(file, 0)).toBe(file);
  expect(await createThumbnail(file)).toBeNull();
});

test('resizeForUpload returns the original without OffscreenCanvas', async () => {
  vi.stubGlobal('OffscreenCanvas', undefined);
  const file = imageOfSize(5000);
  expect(await resizeForUpload(file, 0)).toBe(file);
});

test('createThumbnail scales to 640 px', async () => {
  expect(await createThumbnail(imageOfSize(5000))).toBeInstanceOf(Blob);
  expect(drawn).toEqual([{ width: 640, height: 480, angle: 0 }]);
});

test('images are decoded one at a time, also after a failure', async () => {
  decoded = new Error('unreadable');
  const first = createThumbnail(imageOfSize(1));
  await first;
  decoded = { width: 10, height: 10 };
  await Promise.all([
    createThumbnail(imageOfSize(1)),
    resizeForUpload(imageOfSize(1), 0),
    resizeForUpload(imageOfSize(1), 1),
  ]);
  expect(maxOpen).toBe(1);
  expect(open).toBe(0);
});
