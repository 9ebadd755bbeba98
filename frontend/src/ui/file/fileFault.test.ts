import { afterEach, describe, expect, test, vi } from 'vitest';
import { pictureFile } from '../../testing/pictureFile';
import { fileFault, fullFileFault, isDecodable, largestFile } from './fileFault';

const pdf = new Blob(['%PDF-1.7']);
const sized = (size: number) => new Blob([pictureFile('a'), new Uint8Array(size - pictureFile('a').size)]);

afterEach(() => void vi.unstubAllGlobals());

test('a picture has no fault, whatever its name', async () => {
  expect(await fileFault(pictureFile('letter.pdf'), {})).toBeUndefined();
});

test('a PDF is possible only where it is allowed', async () => {
  expect(await fileFault(pdf, {})).toBe('pdf');
  expect(await fileFault(pdf, { pdf: true })).toBeUndefined();
});

test('10 MB is the most where there is a limit, and no limit is enforced without one', async () => {
  expect(await fileFault(sized(largestFile), { largest: largestFile })).toBeUndefined();
  expect(await fileFault(sized(largestFile + 1), { largest: largestFile })).toBe('too-large');
  expect(await fileFault(sized(largestFile + 1), {})).toBeUndefined();
});

test('an empty file is damaged', async () => {
  expect(await fileFault(new Blob([]), {})).toBe('damaged');
});

describe('decoding', () => {
  test('a picture that the browser cannot decode is damaged', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    expect(await fullFileFault(pictureFile('a'), {})).toBe('damaged');
  });

  test('a picture that the browser decodes is fine, and is given back', async () => {
    const close = vi.fn<() => void>();
    vi.stubGlobal('createImageBitmap', async () => ({ close }));
    expect(await fullFileFault(pictureFile('a'), {})).toBeUndefined();
    expect(close).toHaveBeenCalledOnce();
  });

  test('a PDF is not decoded', async () => {
    const decode = vi.fn<() => void>();
    vi.stubGlobal('createImageBitmap', decode);
    expect(await fullFileFault(pdf, { pdf: true })).toBeUndefined();
    expect(decode).not.toHaveBeenCalled();
  });

  test('a browser without the means to decode refuses nothing', async () => {
    expect(await isDecodable(new Blob(['text']))).toBe(true);
  });
});
