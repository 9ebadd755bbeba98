import { describe, expect, test } from 'vitest';
import type { ImageResponse } from '../../api/generated';
import {
  syncImages,
  markDeleted,
  markUploaded,
  markRotated,
  updatePending,
  addImages,
  uploadedIds,
  emptyState,
  isOrderChanged,
  type ImageState,
  moveItem,
  revertOrder,
  addQuarterTurn,
} from './imageItems';

const image = (id: string, location = `/${id}.jpg`): ImageResponse => ({
  externalId: id,
  location,
  description: '',
});
const images = (...ids: string[]) => ids.map((id) => image(id));
const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const withPending = (state: ImageState, ...keys: string[]) =>
  addImages(
    state,
    keys.map((key) => ({ key, file: file(key) })),
  );
const keys = (state: ImageState) => state.items.map(({ key }) => key);
const withUploaded = (...ids: string[]) => syncImages(emptyState, images(...ids));

describe('syncImages', () => {
  test('keeps the order of the server and puts pending images after it', () => {
    const state = withPending(withUploaded('b', 'a'), 'new');
    expect(keys(state)).toEqual(['b', 'a', 'new']);
    expect(isOrderChanged(state)).toBe(false);
  });

  test('removes images deleted elsewhere and adds images uploaded elsewhere', () => {
    const state = syncImages(withPending(withUploaded('a', 'b'), 'new'), images('b', 'c'));
    expect(keys(state)).toEqual(['b', 'new', 'c']);
  });

  test('takes over the order of the server without a local order, and keeps the index of pending images', () => {
    const state = moveItem(withPending(withUploaded('a', 'b'), 'new'), 'new', 1);
    expect(keys(syncImages(state, images('b', 'a')))).toEqual(['b', 'new', 'a']);
  });

  test('keeps a local order that is not saved yet', () => {
    const state = syncImages(moveItem(withUploaded('a', 'b', 'c'), 'c', 0), images('a', 'b', 'c'));
    expect(keys(state)).toEqual(['c', 'a', 'b']);
    expect(isOrderChanged(state)).toBe(true);
  });

  test('keeps an image that was uploaded after the request', () => {
    const uploaded = markUploaded(withPending(withUploaded('a'), 'new'), 'new', image('b'));
    const older = syncImages(uploaded, images('a'));
    expect(uploadedIds(older)).toEqual(['a', 'b']);
    expect(isOrderChanged(older)).toBe(false);
    // Once a response contained it, its absence means that it is deleted.
    const confirmed = syncImages(older, images('a', 'b'));
    expect(uploadedIds(syncImages(confirmed, images('a')))).toEqual(['a']);
  });

  test('does not restore an image that was deleted after the request', () => {
    const removed = markDeleted(withUploaded('a', 'b'), 'a', 'a');
    expect(uploadedIds(syncImages(removed, images('a', 'b')))).toEqual(['b']);
  });

  test('does not undo a rotation made after the request, but takes over a later one', () => {
    const rotated = markRotated(withUploaded('a'), 'a', image('a', '/a2.jpg'));
    const location = (state: ImageState) =>
      state.items.map((item) => (item.kind === 'uploaded' ? item.image.location : ''));
    expect(location(syncImages(rotated, images('a')))).toEqual(['/a2.jpg']);
    expect(location(syncImages(rotated, [image('a', '/a3.jpg')]))).toEqual(['/a3.jpg']);
  });
});

describe('markUploaded', () => {
  test('keeps key and index, and appends the id to the saved order', () => {
    const state = moveItem(withPending(withUploaded('a', 'b'), 'new'), 'new', 0);
    const uploaded = markUploaded(state, 'new', image('c'));
    expect(keys(uploaded)).toEqual(['new', 'a', 'b']);
    expect(uploaded.savedOrder).toEqual(['a', 'b', 'c']);
    expect(isOrderChanged(uploaded)).toBe(true);
  });

  test('removes the duplicate that a faster response with the listing has added', () => {
    const state = syncImages(withPending(withUploaded('a'), 'new'), images('a', 'c'));
    const uploaded = markUploaded(state, 'new', image('c'));
    expect(keys(uploaded)).toEqual(['a', 'new']);
    expect(uploaded.savedOrder).toEqual(['a', 'c']);
  });

  test('keeps the thumbnail and its rotation', () => {
    const thumbnail = new Blob(['thumbnail']);
    const state = updatePending(withPending(emptyState, 'new'), 'new', { thumbnail, quarterTurns: 3 });
    expect(markUploaded(state, 'new', image('a')).items).toMatchObject([
      { thumbnail: { blob: thumbnail, quarterTurns: 3 } },
    ]);
  });
});

test('revertOrder restores the saved order and keeps the index of pending images', () => {
  const state = moveItem(moveItem(withPending(withUploaded('a', 'b', 'c'), 'new'), 'new', 1), 'c', 0);
  expect(keys(state)).toEqual(['c', 'a', 'new', 'b']);
  expect(keys(revertOrder(state))).toEqual(['a', 'b', 'new', 'c']);
});

test.each([
  [0, 'right', 1],
  [3, 'right', 0],
  [0, 'left', 3],
  [2, 'left', 1],
] as const)('addQuarterTurn(%i, %s) returns %i', (quarterTurns, direction, next) => {
  expect(addQuarterTurn(quarterTurns, direction)).toBe(next);
});

test('moveItem and markRotated ignore unknown keys', () => {
  const state = withUploaded('a');
  expect(moveItem(state, 'b', 0)).toBe(state);
  expect(markRotated(state, 'b', image('b'))).toBe(state);
});
