import { expect, test } from 'vitest';
import { type FileFormat, detectFileFormat } from './fileFormat';

const bytes = (...values: number[]) => new Uint8Array(values);
const zeros = (count: number) => new Uint8Array(count);
/** The first box of an ISO media file: size, brand, version, compatible brands. */
const isoMedia = (brand: string, ...compatible: string[]) => [
  bytes(0, 0, 0, 16 + 4 * compatible.length),
  `ftyp${brand}`,
  zeros(4),
  ...compatible,
  'meta',
];
const webp = (chunk: string, flags = 0) => ['RIFF', zeros(4), 'WEBP', chunk, zeros(4), bytes(flags)];

test.each<[FileFormat, string, BlobPart[]]>([
  ['jpeg', 'a JPEG', [bytes(0xff, 0xd8, 0xff, 0xe0)]],
  ['png', 'a PNG', [bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)]],
  ['webp', 'a lossy WebP', webp('VP8 ')],
  ['webp', 'an extended WebP with transparency', webp('VP8X', 0x10)],
  ['animated-webp', 'an extended WebP with animation', webp('VP8X', 0x12)],
  ['heic', 'an image of an iPhone', isoMedia('heic', 'mif1', 'heic')],
  ['heic', 'a HEIC with a general brand', isoMedia('mif1', 'heic')],
  ['avif', 'an AVIF', isoMedia('avif', 'mif1')],
  ['avif', 'an AVIF with a general brand', isoMedia('mif1', 'avif')],
  ['other', 'a video', isoMedia('mp42', 'isom')],
  ['other', 'a video whose data contain heic', [...isoMedia('mp42'), 'heicheic']],
  ['gif', 'a GIF', ['GIF89a']],
  ['tiff', 'a TIFF of an Intel machine', ['II*', zeros(1)]],
  ['tiff', 'a TIFF of a Motorola machine', ['MM', zeros(1), '*']],
  ['bmp', 'a bitmap', ['BM6']],
  ['pdf', 'a PDF', ['%PDF-1.7']],
  ['pdf', 'a PDF that begins a little later', [' '.repeat(1018), '%PDF-1.7']],
  ['other', 'a PDF that begins too late', [' '.repeat(1024), '%PDF-1.7']],
  ['other', 'another RIFF file', ['RIFF', zeros(4), 'AVI LIST']],
  ['other', 'half a beginning', [bytes(0xff, 0xd8)]],
  ['other', 'an HTML page', ['<!doctype html>']],
  ['unreadable', 'an empty file', []],
])('detectFileFormat returns %s for %s', async (format, _name, parts) => {
  expect(await detectFileFormat(new Blob(parts))).toBe(format);
});

test('detectFileFormat returns unreadable for a file that is gone', async () => {
  const gone = new Blob(['%PDF-1.7']);
  gone.slice = () => {
    throw new DOMException('gone', 'NotFoundError');
  };
  expect(await detectFileFormat(gone)).toBe('unreadable');
});
