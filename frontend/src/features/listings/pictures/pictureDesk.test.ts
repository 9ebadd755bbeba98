import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ImageResponse } from '../../../api/generated';
import { pictureFile } from '../../../testing/pictureFile';
import { createPictureDesk, type PictureCalls } from './pictureDesk';
import { createKeep } from '../../../testing/pictureKeep';

type Asked = { what: string; answer: (answer: object) => void };

/** What the portal is asked for, in order, and answers when the test says so. */
let asked: Asked[];
let aborted: string[];

function ask(what: string): PromiseLike<object> & { abort: () => void } {
  const answer = new Promise<object>((resolve) => {
    asked.push({ what, answer: resolve });
  });
  const abort = () => {
    aborted.push(what);
    asked.find((one) => one.what === what)?.answer({ error: { name: 'AbortError' } });
  };
  return Object.assign(answer, { abort });
}

const calls: PictureCalls = {
  upload: (id, file) => ask(`upload ${id} ${(file as File).name}`),
  turn: (id, image, action) => ask(`${action} ${id} ${image}`),
  remove: (id, image) => ask(`remove ${id} ${image}`),
  order: (id, images) => ask(`order ${id} ${images.join()}`),
};

const image = (id: string, location = `/${id}.jpg`): ImageResponse => ({ externalId: id, location });
const images = (...ids: string[]) => ids.map((id) => image(id));
const file = (name: string) => pictureFile(name);
const refusal = (status: number, message: string, more: object = {}) => ({
  error: { status, data: { error: { message } }, ...more },
});
const offline = { error: { status: 'FETCH_ERROR', error: 'TypeError' } };
const stored = (id: string) => ({ data: { payload: [image(id)] } });

/** Everything that is not waiting for the portal has happened. */
const calm = () => vi.advanceTimersByTimeAsync(10);
const whats = () => asked.map(({ what }) => what);

async function answer(what: string, with_: object): Promise<void> {
  const index = asked.findIndex((one) => one.what === what);
  expect(whats()).toContain(what);
  const [one] = asked.splice(index, 1);
  one?.answer(with_);
  await calm();
}

function open(listing: string | undefined, ...ids: string[]) {
  const desk = createPictureDesk(calls, createKeep(), listing, images(...ids));
  const look = () =>
    desk
      .read()
      .items.map((item) =>
        item.kind === 'stored' ? item.image.externalId : `${item.file.name}:${item.step}`,
      );
  const key = (index: number) => desk.read().items[index]?.key ?? 'none';
  return { desk, look, key };
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  aborted = [];
  return () => void vi.useRealTimers();
});

describe('uploading', () => {
  test('one picture a request, two at a time, in the order shown', async () => {
    const { desk, look } = open(undefined);
    await desk.add([file('a'), file('b'), file('c')]);
    const done = desk.upload('L');
    await calm();
    expect(whats()).toEqual(['upload L a', 'upload L b']);
    expect(look()).toEqual(['a:sending', 'b:sending', 'c:waiting']);
    await answer('upload L a', stored('A'));
    expect(whats()).toEqual(['upload L b', 'upload L c']);
    await answer('upload L b', stored('B'));
    await answer('upload L c', stored('C'));
    expect(await done).toBe(true);
    expect(look()).toEqual(['A', 'B', 'C']);
    expect(whats()).toEqual([]);
    expect(desk.read().news).toMatchObject({ kind: 'uploaded', count: 3 });
  });

  test('told twice, it uploads once', async () => {
    const { desk } = open('L');
    await desk.add([file('a')]);
    const first = desk.upload('L');
    const second = desk.upload('L');
    await calm();
    expect(whats()).toEqual(['upload L a']);
    await answer('upload L a', stored('A'));
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(await desk.upload('L')).toBe(true);
    expect(whats()).toEqual([]);
  });

  test('afterwards the order shown is saved, when it is another one', async () => {
    const { desk, look, key } = open('L', 'x');
    await desk.add([file('a')]);
    desk.move(key(1), 0);
    const done = desk.upload('L');
    await calm();
    await answer('upload L a', stored('A'));
    expect(whats()).toEqual(['order L A,x']);
    await answer('order L A,x', { data: {} });
    expect(await done).toBe(true);
    expect(look()).toEqual(['A', 'x']);
  });

  test('the order is that of the pictures, however long each took', async () => {
    const { desk } = open(undefined);
    await desk.add([file('a'), file('b')]);
    const done = desk.upload('L');
    await calm();
    await answer('upload L b', stored('B'));
    await answer('upload L a', stored('A'));
    await answer('order L A,B', { data: {} });
    expect(await done).toBe(true);
  });

  test('one that failed says why and is sent again without the others', async () => {
    const { desk, look, key } = open(undefined);
    await desk.add([file('a'), file('b')]);
    const done = desk.upload('L');
    await calm();
    await answer('upload L a', offline);
    await answer('upload L b', stored('B'));
    expect(await done).toBe(false);
    expect(look()).toEqual(['a:failed', 'B']);
    await desk.add([file('later')]);
    const again = desk.retry(key(0));
    await calm();
    expect(whats()).toEqual(['upload L a']);
    await answer('upload L a', stored('A'));
    await answer('order L A,B', { data: {} });
    await again;
    expect(look()).toEqual(['A', 'B', 'later:waiting']);
    expect(whats()).toEqual([]);
  });

  test('uploading again sends what failed, but not what would be refused again', async () => {
    const { desk, look } = open(undefined);
    await desk.add([file('offline'), file('damaged')]);
    const first = desk.upload('L');
    await calm();
    await answer('upload L offline', offline);
    await answer('upload L damaged', refusal(400, 'exception.image.damaged'));
    expect(await first).toBe(false);
    const second = desk.upload('L');
    await calm();
    expect(whats()).toEqual(['upload L offline']);
    await answer('upload L offline', stored('A'));
    expect(await second).toBe(false);
    expect(look()).toEqual(['A', 'damaged:failed']);
  });

  test('too many requests: it waits as long as it was told, and goes on by itself', async () => {
    const { desk, look } = open(undefined);
    await desk.add([file('a')]);
    const done = desk.upload('L');
    await calm();
    await answer('upload L a', refusal(429, 'exception.request.too-many', { retryAfter: 7 }));
    expect(look()).toEqual(['a:paused']);
    await vi.advanceTimersByTimeAsync(6000);
    expect(whats()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    await answer('upload L a', stored('A'));
    expect(await done).toBe(true);
  });

  test('too many requests again and again, or a long wait, is a failure', async () => {
    const { desk, look } = open(undefined);
    await desk.add([file('a'), file('b')]);
    const done = desk.upload('L');
    await calm();
    await answer('upload L b', refusal(429, 'exception.request.too-many', { retryAfter: 3600 }));
    for (let attempt = 0; attempt < 4; attempt++) {
      await answer('upload L a', refusal(429, 'exception.request.too-many', { retryAfter: 1 }));
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(await done).toBe(false);
    expect(look()).toEqual(['a:failed', 'b:failed']);
  });

  test('what is chosen while others are on their way goes along', async () => {
    const { desk } = open(undefined);
    await desk.add([file('a')]);
    const done = desk.upload('L');
    await calm();
    await desk.add([file('b')]);
    await answer('upload L a', stored('A'));
    await answer('upload L b', stored('B'));
    expect(await done).toBe(true);
  });

  test('one that is removed on its way is given up', async () => {
    const { desk, key, look } = open(undefined);
    await desk.add([file('a')]);
    const done = desk.upload('L');
    await calm();
    void desk.remove(key(0));
    expect(aborted).toEqual(['upload L a']);
    expect(await done).toBe(true);
    expect(look()).toEqual([]);
  });

  test('one that was stored although it was removed is deleted', async () => {
    const { desk, key, look } = open(undefined);
    await desk.add([file('a')]);
    const done = desk.upload('L');
    await calm();
    const [request] = asked;
    request?.answer(stored('A'));
    void desk.remove(key(0));
    await calm();
    await answer('remove L A', { data: null });
    desk.arrive('L', images('A'));
    expect(await done).toBe(true);
    expect(look()).toEqual([]);
  });
});

describe('the order', () => {
  test('is saved once a person has come to rest', async () => {
    const { desk, key } = open('L', 'a', 'b', 'c');
    desk.move(key(2), 1);
    await vi.advanceTimersByTimeAsync(500);
    desk.move(key(1), 0);
    await vi.advanceTimersByTimeAsync(700);
    expect(whats()).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(whats()).toEqual(['order L c,a,b']);
    await answer('order L c,a,b', { data: {} });
    await vi.advanceTimersByTimeAsync(5000);
    expect(whats()).toEqual([]);
  });

  test('is not saved when it is the same in the end', async () => {
    const { desk, key } = open('L', 'a', 'b');
    desk.move(key(0), 1);
    desk.move(key(0), 1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(whats()).toEqual([]);
  });

  test('goes back when it is refused, and says why', async () => {
    const { desk, key, look } = open('L', 'a', 'b');
    desk.move(key(1), 0);
    await vi.advanceTimersByTimeAsync(800);
    await answer('order L b,a', refusal(409, 'exception.listing.stale'));
    expect(look()).toEqual(['a', 'b']);
    expect(desk.read().problems).toMatchObject([
      { kind: 'order', failure: { data: { error: { message: 'exception.listing.stale' } } } },
    ]);
  });

  test('is saved at once by whoever leaves, and only then', async () => {
    const { desk, key } = open('L', 'a', 'b');
    desk.leave();
    await calm();
    expect(whats()).toEqual([]);
    desk.move(key(1), 0);
    desk.leave();
    await calm();
    expect(whats()).toEqual(['order L b,a']);
  });

  test('and a deletion wait for each other', async () => {
    const { desk, key } = open('L', 'a', 'b', 'c');
    desk.move(key(2), 0);
    await vi.advanceTimersByTimeAsync(800);
    void desk.remove(key(1));
    await calm();
    expect(whats()).toEqual(['order L c,a,b']);
    await answer('order L c,a,b', { data: {} });
    expect(whats()).toEqual(['remove L a']);
  });
});

describe('a picture that the portal has', () => {
  test('T298: is deleted', async () => {
    const { desk, key, look } = open('L', 'a', 'b');
    void desk.remove(key(0));
    void desk.remove(key(0));
    await calm();
    expect(whats()).toEqual(['remove L a']);
    await answer('remove L a', { data: null });
    expect(look()).toEqual(['b']);
  });

  test('stays when the deletion is refused, and can be deleted later', async () => {
    const { desk, key, look } = open('L', 'a');
    void desk.remove(key(0));
    await answer('remove L a', refusal(409, 'exception.listing.image-required'));
    expect(look()).toEqual(['a']);
    expect(desk.read().problems).toMatchObject([{ kind: 'remove' }]);
    void desk.remove(key(0));
    expect(desk.read().problems).toEqual([]);
    await answer('remove L a', refusal(404, 'exception.image.not-found'));
    expect(look()).toEqual([]);
    expect(desk.read().problems).toEqual([]);
  });

  test.each([
    ['left', 'ROTATE_270'],
    ['right', 'ROTATE_90'],
  ] as const)('T299: turned to the %s is %s, and the new picture is shown', async (direction, action) => {
    const { desk, key } = open('L', 'a');
    void desk.turn(key(0), direction);
    expect(desk.read().items).toMatchObject([{ doing: 'turn' }]);
    await answer(`${action} L a`, { data: { payload: image('a', '/turned.jpg') } });
    expect(desk.read().items).toMatchObject([{ doing: null, image: { location: '/turned.jpg' } }]);
  });

  test('that could not be turned says so and can be turned again', async () => {
    const { desk, key } = open('L', 'a');
    void desk.turn(key(0), 'left');
    await answer('ROTATE_270 L a', offline);
    expect(desk.read().items).toMatchObject([{ doing: null, image: { location: '/a.jpg' } }]);
    expect(desk.read().problems).toMatchObject([{ kind: 'turn' }]);
    void desk.turn(key(0), 'left');
    expect(whats()).toEqual(['ROTATE_270 L a']);
  });
});

test('one that waits is turned here, one on its way no more', async () => {
  const { desk, key } = open(undefined);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close: () => undefined }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ fillRect() {}, translate() {}, rotate() {}, drawImage() {} });
      convertToBlob = async () => new Blob(['made']);
    },
  );
  await desk.add([file('a')]);
  await calm();
  void desk.turn(key(0), 'left');
  expect(desk.read().items).toMatchObject([{ turns: 3 }]);
  void desk.upload('L');
  await calm();
  void desk.turn(key(0), 'left');
  expect(desk.read().items).toMatchObject([{ turns: 3, step: 'sending' }]);
  expect(whats()).toEqual(['upload L a']);
});
