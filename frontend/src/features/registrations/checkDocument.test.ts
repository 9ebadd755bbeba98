import { expect, test } from 'vitest';
import { checkDocument } from './checkDocument';

const bytes = (...values: number[]) => new Blob([new Uint8Array(values)]);
const megabytes10 = 10 * 1024 * 1024;

test.each([
  ['JPEG', bytes(0xff, 0xd8, 0xff, 0xe0)],
  ['PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['WebP', new Blob(['RIFF', new Uint8Array(4), 'WEBPVP8 '])],
  ['PDF', new Blob(['%PDF-1.7'])],
  ['a PDF that begins a little later', new Blob([' '.repeat(1018), '%PDF-1.7'])],
  ['a file of exactly 10 MB', new Blob(['%PDF-1', new Uint8Array(megabytes10 - 6)])],
])('%s is possible', async (_kind, file) => {
  expect(await checkDocument(file)).toBeUndefined();
});

test.each([
  ['a page', new Blob(['<!doctype html>'])],
  ['a GIF', new Blob(['GIF89a'])],
  ['other RIFF files', new Blob(['RIFF', new Uint8Array(4), 'AVI LIST'])],
  ['a PDF that begins too late', new Blob([' '.repeat(1024), '%PDF-1.7'])],
  ['half a beginning', bytes(0xff, 0xd8)],
])('%s is not', async (_kind, file) => {
  expect(await checkDocument(file)).toBe('exception.document.type');
});

test('one byte more than 10 MB is too large, and nothing is damaged', async () => {
  expect(await checkDocument(new Blob(['%PDF-1', new Uint8Array(megabytes10 - 5)]))).toBe(
    'exception.document.too-large',
  );
  expect(await checkDocument(new Blob([]))).toBe('exception.document.damaged');
});
