import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFailedImages } from './failedImages';

let page: Document;

beforeEach(() => {
  page = document.implementation.createHTMLDocument();
});

afterEach(() => vi.restoreAllMocks());

function addImage(state: { complete?: boolean; naturalWidth?: number } = {}): HTMLImageElement {
  const image = document.createElement('img');
  image.setAttribute('src', '/room.webp');
  for (const [name, value] of Object.entries(state)) Object.defineProperty(image, name, { value });
  page.body.append(image);
  return image;
}

const isMarked = (image: HTMLImageElement): boolean => image.hasAttribute('data-failed');

test('failedImages marks an image that fails later, until it is loaded', () => {
  const image = addImage({ complete: false });
  watchFailedImages(page);
  expect(isMarked(image)).toBe(false);
  image.dispatchEvent(new Event('error'));
  expect(isMarked(image)).toBe(true);
  image.dispatchEvent(new Event('load'));
  expect(isMarked(image)).toBe(false);
});

test('failedImages marks an image that had failed before, and no loaded or pending one', () => {
  const [broken, loaded, pending] = [
    addImage({ complete: true, naturalWidth: 0 }),
    addImage({ complete: true, naturalWidth: 500 }),
    addImage({ complete: false, naturalWidth: 0 }),
  ];
  watchFailedImages(page);
  expect([broken, loaded, pending].map(isMarked)).toEqual([true, false, false]);
});

test('failedImages requests failed images again when the connection is back', () => {
  const [failed, loaded] = [addImage({ complete: false }), addImage({ complete: true, naturalWidth: 500 })];
  watchFailedImages(page);
  failed.dispatchEvent(new Event('error'));
  const set = vi.spyOn(HTMLImageElement.prototype, 'src', 'set');
  window.dispatchEvent(new Event('online'));
  expect(set.mock.contexts).toContain(failed);
  expect(set.mock.contexts).not.toContain(loaded);
});
