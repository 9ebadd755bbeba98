import { expect, test } from 'vitest';
import { imageFile } from '../../../testing/imageFile';
import { checkDocument } from './checkDocument';

const megabytes10 = 10 * 1024 * 1024;
const document = (size: number) => new Blob(['%PDF-1', new Uint8Array(size - 6)]);

test.each([
  ['an image', imageFile('proof.jpg'), undefined],
  ['a PDF', new Blob(['%PDF-1.7']), undefined],
  ['a file of exactly 10 MB', document(megabytes10), undefined],
  ['a file of one byte more', document(megabytes10 + 1), 'too-large'],
  ['a HEIC photo', new Blob(['\0\0\0\u0010ftypheic\0\0\0\0']), 'heic'],
  ['an HTML page', new Blob(['<!doctype html>']), 'other'],
  ['an empty file', new Blob([]), 'damaged'],
])('checkDocument of %s', async (_kind, file, issue) => {
  expect(await checkDocument(file)).toBe(issue);
});
