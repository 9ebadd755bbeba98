import { afterEach, describe, expect, test, vi } from 'vitest';
import { imageFile } from '../../testing/imageFile';
import { checkFileStart, checkFile, isDecodable, maxFileBytes } from './checkFile';

const pdf = new Blob(['%PDF-1.7']);
const sized = (size: number) => new Blob([imageFile('a'), new Uint8Array(size - imageFile('a').size)]);

afterEach(() => void vi.unstubAllGlobals());

test('checkFileStart accepts an image of any name', async () => {
  expect(await checkFileStart(imageFile('letter.pdf'), {})).toBeUndefined();
});

test('checkFileStart accepts a PDF only if allowed', async () => {
  expect(await checkFileStart(pdf, {})).toBe('pdf');
  expect(await checkFileStart(pdf, { pdf: true })).toBeUndefined();
});

test('checkFileStart rejects more than 10 MB only with a limit', async () => {
  expect(await checkFileStart(sized(maxFileBytes), { maxBytes: maxFileBytes })).toBeUndefined();
  expect(await checkFileStart(sized(maxFileBytes + 1), { maxBytes: maxFileBytes })).toBe('too-large');
  expect(await checkFileStart(sized(maxFileBytes + 1), {})).toBeUndefined();
});

test('checkFileStart rejects an empty file as damaged', async () => {
  expect(await checkFileStart(new Blob([]), {})).toBe('damaged');
});

describe('checkFile', () => {
  test('rejects an image that the browser cannot decode', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    expect(await checkFile(imageFile('a'), {})).toBe('damaged');
  });

  test('accepts an image that the browser decodes, and releases it', async () => {
    const close = vi.fn<() => void>();
    vi.stubGlobal('createImageBitmap', async () => ({ close }));
    expect(await checkFile(imageFile('a'), {})).toBeUndefined();
    expect(close).toHaveBeenCalledOnce();
  });

  test('does not decode a PDF', async () => {
    const decode = vi.fn<() => void>();
    vi.stubGlobal('createImageBitmap', decode);
    expect(await checkFile(pdf, { pdf: true })).toBeUndefined();
    expect(decode).not.toHaveBeenCalled();
  });

  test('isDecodable is true in a browser without createImageBitmap', async () => {
    expect(await isDecodable(new Blob(['text']))).toBe(true);
  });
});
