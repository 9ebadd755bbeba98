import { expect, test } from 'vitest';
import { pictureFile } from '../../testing/pictureFile';
import { checkDocument } from './checkDocument';

const megabytes10 = 10 * 1024 * 1024;
const document = (size: number) => new Blob(['%PDF-1', new Uint8Array(size - 6)]);

test.each([
  ['a picture', pictureFile('proof.jpg'), undefined],
  ['a PDF', new Blob(['%PDF-1.7']), undefined],
  ['a file of exactly 10 MB', document(megabytes10), undefined],
  ['a file of one byte more', document(megabytes10 + 1), 'too-large'],
  ['a HEIC photo', new Blob(['\0\0\0\u0010ftypheic\0\0\0\0']), 'heic'],
  ['a page', new Blob(['<!doctype html>']), 'other'],
  ['an empty file', new Blob([]), 'damaged'],
])('%s as a proof of study', async (_kind, file, fault) => {
  expect(await checkDocument(file)).toBe(fault);
});
