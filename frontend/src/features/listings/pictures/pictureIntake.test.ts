import { describe, expect, test, vi } from 'vitest';
import type { ImageResponse } from '../../../api/generated';
import { pictureFile as file } from '../../../testing/pictureFile';
import { createKeep } from '../../../testing/pictureKeep';
import { createPictureDesk, type PictureCalls } from './pictureDesk';
import type { KeptPicture } from './pictureKeep';

const image = (id: string): ImageResponse => ({ externalId: id, location: `/${id}.jpg` });
/** A portal that takes every picture, once the test lets it. */
function portal() {
  const answers: (() => void)[] = [];
  const aborted = vi.fn<() => void>();
  const answer = (data: object) => {
    const waiting = new Promise<object>((resolve) => answers.push(() => resolve({ data })));
    return Object.assign(waiting, { abort: aborted });
  };
  const calls: PictureCalls = {
    upload: (_id, sent) => answer({ payload: [image((sent as File).name)] }),
    turn: () => answer({}),
    remove: () => answer({}),
    order: () => answer({}),
  };
  return {
    calls,
    aborted,
    next: () => vi.waitFor(() => (answers.shift() ?? expect.fail('nothing was asked'))()),
  };
}

function open(keep = createKeep(), ...ids: string[]) {
  const { calls, next, aborted } = portal();
  const desk = createPictureDesk(calls, keep, ids.length > 0 ? 'L' : undefined, ids.map(image));
  const items = () => desk.read().items;
  const look = () =>
    items().map((item) =>
      item.kind === 'stored' ? item.image.externalId : `${item.file.name}:${item.step}`,
    );
  const key = (index: number) => items()[index]?.key ?? 'none';
  const kept = () => keep.read().map(({ file: { name }, turns, place }) => [name, turns, place]);
  return { desk, look, key, kept, next, aborted };
}

const left = (name: string, place: number): KeptPicture => ({ key: name, file: file(name), turns: 1, place });

describe('choosing', () => {
  test('T295 T296: pictures are taken whatever their size; others are named with the reason', async () => {
    const { desk, look } = open();
    const large = new File([file('large'), new Uint8Array(11 * 1024 * 1024)], 'large.jpg');
    const heic = new File(['\0\0\0\u0014ftypheic\0\0\0\0mif1'], 'phone.jpg', { type: 'image/jpeg' });
    const text = new File(['text'], 'text.jpg', { type: 'image/jpeg' });
    await desk.add([large, heic, file('named.HEIC'), text, new File([], 'empty.jpg')]);
    expect(look()).toEqual(['large.jpg:waiting', 'named.HEIC:waiting']);
    expect(desk.read().problems).toEqual([
      { kind: 'refused', fault: 'heic', names: ['phone.jpg'] },
      { kind: 'refused', fault: 'other', names: ['text.jpg'] },
      { kind: 'refused', fault: 'damaged', names: ['empty.jpg'] },
    ]);
    await desk.add([file('b.jpg')]);
    expect(desk.read().problems).toEqual([]);
  });

  test('what the browser cannot decode leaves the desk and the device, and is named', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    const { desk, look, kept } = open();
    await desk.add([file('broken.jpg'), file('torn.jpg')]);
    await vi.waitFor(() => expect(look()).toEqual([]));
    expect(desk.read().problems).toEqual([
      { kind: 'refused', fault: 'damaged', names: ['broken.jpg', 'torn.jpg'] },
    ]);
    expect(kept()).toEqual([]);
  });

  test('twenty are the most; those that fit are taken', async () => {
    const { desk } = open(createKeep(), ...Array.from({ length: 18 }, (_, index) => `i${index}`));
    await desk.add([file('a'), file('b'), file('c')]);
    expect(desk.read().items).toHaveLength(20);
    expect(desk.read().problems).toEqual([{ kind: 'tooMany' }]);
    await desk.add([file('d')]);
    expect(desk.read().items).toHaveLength(20);
  });

  test('two choices at once stay in the order in which they were made', async () => {
    const { desk, look } = open();
    await Promise.all([desk.add([file('a'), file('b')]), desk.add([file('c')])]);
    expect(look()).toEqual(['a:waiting', 'b:waiting', 'c:waiting']);
  });
});

describe('keeping', () => {
  test('what waits is kept with its turns and its place', async () => {
    const { desk, key, kept } = open(createKeep(), 'x');
    await desk.add([file('a'), file('b')]);
    await vi.waitFor(() => expect(kept()).toHaveLength(2));
    desk.move(key(2), 0);
    await vi.waitFor(() =>
      expect(kept()).toEqual([
        ['b', 0, 0],
        ['a', 0, 2],
      ]),
    );
    await desk.turn(key(0), 'left');
    await vi.waitFor(() => expect(kept()[0]).toEqual(['b', 3, 0]));
  });

  test('what is removed or uploaded is kept no longer', async () => {
    const { desk, key, kept, next } = open();
    await desk.add([file('a'), file('b')]);
    await desk.remove(key(0));
    await vi.waitFor(() => expect(kept()).toEqual([['b', 0, 0]]));
    const done = desk.upload('L');
    await next();
    expect(await done).toBe(true);
    expect(kept()).toEqual([]);
  });

  test('what there is no room for says so', async () => {
    const { desk } = open(createKeep(1));
    await desk.add([file('a'), file('b')]);
    const flags = () => desk.read().items.map((item) => item.kind === 'chosen' && item.kept);
    await vi.waitFor(() => expect(flags()).toEqual([true, false]));
  });

  test('what was kept comes back to its place, turned as it was', async () => {
    const { desk, look, next } = open(createKeep(20, [left('b', 2), left('a', 0)]), 'x');
    await desk.bringBack();
    expect(look()).toEqual(['a:waiting', 'x', 'b:waiting']);
    expect(desk.read()).toMatchObject({ broughtBack: 2, news: { kind: 'restored', count: 2 } });
    expect(desk.read().items[0]).toMatchObject({ turns: 1, kept: true });
    void desk.upload('L');
    await next();
    await vi.waitFor(() => expect(look()).toContain('a'));
  });

  test('more than a listing can have do not come back', async () => {
    const ids = Array.from({ length: 19 }, (_, index) => `i${index}`);
    const { desk } = open(createKeep(20, [left('a', 0), left('b', 1)]), ...ids);
    await desk.bringBack();
    expect(desk.read().items).toHaveLength(20);
  });

  test('discarding forgets everything that waits, and nothing that is stored', async () => {
    const { desk, look, kept } = open(createKeep(20, [left('a', 0)]), 'x');
    await desk.bringBack();
    desk.discard();
    expect(look()).toEqual(['x']);
    await vi.waitFor(() => expect(kept()).toEqual([]));
  });

  test('leaving gives up what is on its way, which stays kept', async () => {
    const { desk, kept, aborted } = open();
    await desk.add([file('a')]);
    await vi.waitFor(() => expect(kept()).toHaveLength(1));
    void desk.upload('L');
    await vi.waitFor(() => expect(desk.read().items).toMatchObject([{ step: 'sending', sent: {} }]));
    desk.leave();
    expect(aborted).toHaveBeenCalledOnce();
    expect(kept()).toEqual([['a', 0, 0]]);
  });
});
