import { describe, expect, test } from 'vitest';
import type { ImageResponse } from '../../../api/generated';
import {
  arrive,
  becomeRemoved,
  becomeStored,
  becomeTurned,
  changeChosen,
  choose,
  idsOf,
  noPictures,
  orderDiffers,
  type PictureState,
  place,
  restoreOrder,
  turn,
} from './pictureItems';

const image = (id: string, location = `/${id}.jpg`): ImageResponse => ({ externalId: id, location });
const images = (...ids: string[]) => ids.map((id) => image(id));
const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const withFiles = (state: PictureState, ...keys: string[]) =>
  choose(
    state,
    keys.map((key) => ({ key, file: file(key) })),
  );
const keys = (state: PictureState) => state.items.map(({ key }) => key);
const stored = (...ids: string[]) => arrive(noPictures, images(...ids));

describe('what the portal answers about the listing', () => {
  test('is shown in its order, and what was chosen here comes after it', () => {
    const state = withFiles(stored('b', 'a'), 'new');
    expect(keys(state)).toEqual(['b', 'a', 'new']);
    expect(orderDiffers(state)).toBe(false);
  });

  test('takes away what somebody else has deleted, and adds what somebody else has added', () => {
    const state = arrive(withFiles(stored('a', 'b'), 'new'), images('b', 'c'));
    expect(keys(state)).toEqual(['b', 'new', 'c']);
  });

  test('changes the order where nothing was moved here, and keeps the places of what waits', () => {
    const state = place(withFiles(stored('a', 'b'), 'new'), 'new', 1);
    expect(keys(arrive(state, images('b', 'a')))).toEqual(['b', 'new', 'a']);
  });

  test('leaves the order that was made here and is not saved yet', () => {
    const state = arrive(place(stored('a', 'b', 'c'), 'c', 0), images('a', 'b', 'c'));
    expect(keys(state)).toEqual(['c', 'a', 'b']);
    expect(orderDiffers(state)).toBe(true);
  });

  test('does not take away what was uploaded after it was asked', () => {
    const uploaded = becomeStored(withFiles(stored('a'), 'new'), 'new', image('b'));
    const older = arrive(uploaded, images('a'));
    expect(idsOf(older)).toEqual(['a', 'b']);
    expect(orderDiffers(older)).toBe(false);
    // Once it was named, its absence means that it is gone.
    const named = arrive(older, images('a', 'b'));
    expect(idsOf(arrive(named, images('a')))).toEqual(['a']);
  });

  test('does not bring back what was deleted after it was asked', () => {
    const removed = becomeRemoved(stored('a', 'b'), 'a', 'a');
    expect(idsOf(arrive(removed, images('a', 'b')))).toEqual(['b']);
  });

  test('does not turn back what was turned after it was asked, but follows a later turn', () => {
    const turned = becomeTurned(stored('a'), 'a', image('a', '/a2.jpg'));
    const location = (state: PictureState) =>
      state.items.map((item) => (item.kind === 'stored' ? item.image.location : ''));
    expect(location(arrive(turned, images('a')))).toEqual(['/a2.jpg']);
    expect(location(arrive(turned, [image('a', '/a3.jpg')]))).toEqual(['/a3.jpg']);
  });
});

describe('a chosen picture that is stored', () => {
  test('keeps its key and its place, and is the last one for the portal', () => {
    const state = place(withFiles(stored('a', 'b'), 'new'), 'new', 0);
    const uploaded = becomeStored(state, 'new', image('c'));
    expect(keys(uploaded)).toEqual(['new', 'a', 'b']);
    expect(uploaded.order).toEqual(['a', 'b', 'c']);
    expect(orderDiffers(uploaded)).toBe(true);
  });

  test('is there once, also when an answer with the whole listing was faster', () => {
    const state = arrive(withFiles(stored('a'), 'new'), images('a', 'c'));
    const uploaded = becomeStored(state, 'new', image('c'));
    expect(keys(uploaded)).toEqual(['a', 'new']);
    expect(uploaded.order).toEqual(['a', 'c']);
  });

  test('goes on to be shown by its copy, as it was turned', () => {
    const copy = new Blob(['copy']);
    const state = changeChosen(withFiles(noPictures, 'new'), 'new', { copy, turns: 3 });
    expect(becomeStored(state, 'new', image('a')).items).toMatchObject([
      { copy: { picture: copy, turns: 3 } },
    ]);
  });
});

test('an order that was refused goes back; what waits stays where it is', () => {
  const state = place(place(withFiles(stored('a', 'b', 'c'), 'new'), 'new', 1), 'c', 0);
  expect(keys(state)).toEqual(['c', 'a', 'new', 'b']);
  expect(keys(restoreOrder(state))).toEqual(['a', 'b', 'new', 'c']);
});

test.each([
  [0, 'right', 1],
  [3, 'right', 0],
  [0, 'left', 3],
  [2, 'left', 1],
] as const)('turned by %i quarters and once more to the %s: %i', (turns, direction, next) => {
  expect(turn(turns, direction)).toBe(next);
});

test('what was taken away meanwhile changes nothing', () => {
  const state = stored('a');
  expect(place(state, 'b', 0)).toBe(state);
  expect(becomeTurned(state, 'b', image('b'))).toBe(state);
});
