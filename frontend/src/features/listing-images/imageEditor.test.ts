import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ImageResponse } from '../../api/generated';
import { imageFile } from '../../testing/imageFile';
import { createStore } from '../../app/store';
import type { ImageRequests } from './editorAccess';
import { createImageEditor } from './imageEditor';
import { createMemoryImageStore } from '../../testing/memoryImageStore';

type SentRequest = { request: string; respond: (response: object) => void };

/** In order of sending. A test responds by `respond`. */
let sent: SentRequest[];
let aborted: string[];

function send(request: string): PromiseLike<object> & { abort: () => void } {
  const response = new Promise<object>((resolve) => {
    sent.push({ request, respond: resolve });
  });
  const abort = () => {
    aborted.push(request);
    sent.find((one) => one.request === request)?.respond({ error: { name: 'AbortError' } });
  };
  return Object.assign(response, { abort });
}

const requests: ImageRequests = {
  upload: (id, file) => send(`upload ${id} ${(file as File).name}`),
  rotate: (id, image, action) => send(`${action} ${id} ${image}`),
  delete: (id, image) => send(`delete ${id} ${image}`),
  reorder: (id, images) => send(`order ${id} ${images.join()}`),
  describe: (id, image, text) => send(`describe ${id} ${image} ${text}`),
};

const image = (id: string, location = `/${id}.jpg`): ImageResponse => ({
  externalId: id,
  location,
  description: '',
});
const images = (...ids: string[]) => ids.map((id) => image(id));
const file = (name: string) => imageFile(name);
const rejection = (status: number, message: string, more: object = {}) => ({
  error: { status, data: { error: { message } }, ...more },
});
const offline = { error: { status: 'FETCH_ERROR', error: 'TypeError' } };
const uploaded = (id: string) => ({ data: { payload: [image(id)] } });

/** Runs everything that does not wait for a response. */
const settle = () => vi.advanceTimersByTimeAsync(10);
const pendingRequests = () => sent.map(({ request }) => request);

async function respond(request: string, response: object): Promise<void> {
  const index = sent.findIndex((one) => one.request === request);
  expect(pendingRequests()).toContain(request);
  const [one] = sent.splice(index, 1);
  one?.respond(response);
  await settle();
}

function open(listing: string | undefined, ...ids: string[]) {
  const store = createStore();
  const editor = createImageEditor(store, requests, createMemoryImageStore(), listing, images(...ids));
  editor.open();
  const items = () =>
    editor
      .getState()
      .items.map((item) =>
        item.kind === 'uploaded' ? item.image.externalId : `${item.file.name}:${item.status}`,
      );
  const key = (index: number) => editor.getState().items[index]?.key ?? 'none';
  const openEditors = () => Object.values(store.getState().imageEditors);
  return { editor, items, key, openEditors };
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  aborted = [];
  return () => void vi.useRealTimers();
});

describe('uploading', () => {
  test('uploads one image per request, two at a time, in display order', async () => {
    const { editor, items } = open(undefined);
    await editor.add([file('a'), file('b'), file('c')]);
    const done = editor.upload('L');
    await settle();
    expect(pendingRequests()).toEqual(['upload L a', 'upload L b']);
    expect(items()).toEqual(['a:uploading', 'b:uploading', 'c:waiting']);
    await respond('upload L a', uploaded('A'));
    expect(pendingRequests()).toEqual(['upload L b', 'upload L c']);
    await respond('upload L b', uploaded('B'));
    await respond('upload L c', uploaded('C'));
    expect(await done).toBe('saved');
    expect(items()).toEqual(['A', 'B', 'C']);
    expect(pendingRequests()).toEqual([]);
    expect(editor.getState().announcement).toMatchObject({ kind: 'uploaded', count: 3 });
  });

  test('uploads once when called twice', async () => {
    const { editor } = open('L');
    await editor.add([file('a')]);
    const first = editor.upload('L');
    const second = editor.upload('L');
    await settle();
    expect(pendingRequests()).toEqual(['upload L a']);
    await respond('upload L a', uploaded('A'));
    expect(await Promise.all([first, second])).toEqual(['saved', 'saved']);
    expect(await editor.upload('L')).toBe('saved');
    expect(pendingRequests()).toEqual([]);
  });

  test('saves a changed order afterwards', async () => {
    const { editor, items, key } = open('L', 'x');
    await editor.add([file('a')]);
    editor.move(key(1), 0);
    const done = editor.upload('L');
    await settle();
    await respond('upload L a', uploaded('A'));
    expect(pendingRequests()).toEqual(['order L A,x']);
    await respond('order L A,x', { data: {} });
    expect(await done).toBe('saved');
    expect(items()).toEqual(['A', 'x']);
  });

  test('keeps the display order when uploads finish out of order', async () => {
    const { editor } = open(undefined);
    await editor.add([file('a'), file('b')]);
    const done = editor.upload('L');
    await settle();
    await respond('upload L b', uploaded('B'));
    await respond('upload L a', uploaded('A'));
    await respond('order L A,B', { data: {} });
    expect(await done).toBe('saved');
  });

  test('marks a failed image, and retries it without the others', async () => {
    const { editor, items, key } = open(undefined);
    await editor.add([file('a'), file('b')]);
    const done = editor.upload('L');
    await settle();
    await respond('upload L a', offline);
    await respond('upload L b', uploaded('B'));
    expect(await done).toBe('imagesFailed');
    expect(items()).toEqual(['a:failed', 'B']);
    await editor.add([file('later')]);
    const again = editor.retry(key(0));
    await settle();
    expect(pendingRequests()).toEqual(['upload L a']);
    await respond('upload L a', uploaded('A'));
    await respond('order L A,B', { data: {} });
    await again;
    expect(items()).toEqual(['A', 'B', 'later:waiting']);
    expect(pendingRequests()).toEqual([]);
  });

  test('a second upload retries failed images, but not permanently rejected ones', async () => {
    const { editor, items } = open(undefined);
    await editor.add([file('offline'), file('damaged')]);
    const first = editor.upload('L');
    await settle();
    await respond('upload L offline', offline);
    await respond('upload L damaged', rejection(400, 'exception.image.damaged'));
    expect(await first).toBe('imagesFailed');
    const second = editor.upload('L');
    await settle();
    expect(pendingRequests()).toEqual(['upload L offline']);
    await respond('upload L offline', uploaded('A'));
    expect(await second).toBe('imagesFailed');
    expect(items()).toEqual(['A', 'damaged:failed']);
  });

  test('retries after the delay of a 429 response', async () => {
    const { editor, items } = open(undefined);
    await editor.add([file('a')]);
    const done = editor.upload('L');
    await settle();
    await respond('upload L a', rejection(429, 'exception.request.too-many', { retryAfter: 7 }));
    expect(items()).toEqual(['a:paused']);
    await vi.advanceTimersByTimeAsync(6000);
    expect(pendingRequests()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    await respond('upload L a', uploaded('A'));
    expect(await done).toBe('saved');
  });

  test('fails after four 429 responses, or at once when the delay is too long', async () => {
    const { editor, items } = open(undefined);
    await editor.add([file('a'), file('b')]);
    const done = editor.upload('L');
    await settle();
    await respond('upload L b', rejection(429, 'exception.request.too-many', { retryAfter: 3600 }));
    for (let attempt = 0; attempt < 4; attempt++) {
      await respond('upload L a', rejection(429, 'exception.request.too-many', { retryAfter: 1 }));
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(await done).toBe('imagesFailed');
    expect(items()).toEqual(['a:failed', 'b:failed']);
  });

  test('includes images that are added during the upload', async () => {
    const { editor } = open(undefined);
    await editor.add([file('a')]);
    const done = editor.upload('L');
    await settle();
    await editor.add([file('b')]);
    await respond('upload L a', uploaded('A'));
    await respond('upload L b', uploaded('B'));
    expect(await done).toBe('saved');
  });

  test('aborts the upload of a removed image', async () => {
    const { editor, key, items } = open(undefined);
    await editor.add([file('a')]);
    const done = editor.upload('L');
    await settle();
    void editor.remove(key(0));
    expect(aborted).toEqual(['upload L a']);
    expect(await done).toBe('saved');
    expect(items()).toEqual([]);
  });

  test('deletes an image that was uploaded although it was removed', async () => {
    const { editor, key, items } = open(undefined);
    await editor.add([file('a')]);
    const done = editor.upload('L');
    await settle();
    const [request] = sent;
    request?.respond(uploaded('A'));
    void editor.remove(key(0));
    await settle();
    await respond('delete L A', { data: null });
    editor.sync('L', images('A'));
    expect(await done).toBe('saved');
    expect(items()).toEqual([]);
  });
});

describe('order', () => {
  test('is saved after the last move, debounced', async () => {
    const { editor, key } = open('L', 'a', 'b', 'c');
    editor.move(key(2), 1);
    await vi.advanceTimersByTimeAsync(500);
    editor.move(key(1), 0);
    await vi.advanceTimersByTimeAsync(700);
    expect(pendingRequests()).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(pendingRequests()).toEqual(['order L c,a,b']);
    await respond('order L c,a,b', { data: {} });
    await vi.advanceTimersByTimeAsync(5000);
    expect(pendingRequests()).toEqual([]);
  });

  test('is not saved when it ends unchanged', async () => {
    const { editor, key } = open('L', 'a', 'b');
    editor.move(key(0), 1);
    editor.move(key(0), 1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(pendingRequests()).toEqual([]);
  });

  test('is reverted with a problem when the server rejects it', async () => {
    const { editor, key, items } = open('L', 'a', 'b');
    editor.move(key(1), 0);
    await vi.advanceTimersByTimeAsync(800);
    await respond('order L b,a', rejection(409, 'exception.listing.stale'));
    expect(items()).toEqual(['a', 'b']);
    expect(editor.getState().problems).toMatchObject([
      { kind: 'order', failure: { data: { error: { message: 'exception.listing.stale' } } } },
    ]);
  });

  test('is saved by close at once, when it has changed', async () => {
    const { editor, key } = open('L', 'a', 'b');
    editor.close();
    await settle();
    expect(pendingRequests()).toEqual([]);
    editor.move(key(1), 0);
    editor.close();
    await settle();
    expect(pendingRequests()).toEqual(['order L b,a']);
  });

  test('delays a deletion until it is saved', async () => {
    const { editor, key } = open('L', 'a', 'b', 'c');
    editor.move(key(2), 0);
    await vi.advanceTimersByTimeAsync(800);
    void editor.remove(key(1));
    await settle();
    expect(pendingRequests()).toEqual(['order L c,a,b']);
    await respond('order L c,a,b', { data: {} });
    expect(pendingRequests()).toEqual(['delete L a']);
  });
});

describe('an uploaded image', () => {
  test('is deleted once when removed twice', async () => {
    const { editor, key, items } = open('L', 'a', 'b');
    void editor.remove(key(0));
    void editor.remove(key(0));
    await settle();
    expect(pendingRequests()).toEqual(['delete L a']);
    await respond('delete L a', { data: null });
    expect(items()).toEqual(['b']);
  });

  test('stays when the deletion is rejected, and can be deleted later', async () => {
    const { editor, key, items } = open('L', 'a');
    void editor.remove(key(0));
    await respond('delete L a', rejection(409, 'exception.listing.image-required'));
    expect(items()).toEqual(['a']);
    expect(editor.getState().problems).toMatchObject([{ kind: 'delete' }]);
    void editor.remove(key(0));
    expect(editor.getState().problems).toEqual([]);
    await respond('delete L a', rejection(404, 'exception.image.not-found'));
    expect(items()).toEqual([]);
    expect(editor.getState().problems).toEqual([]);
  });

  test.each([
    ['left', 'ROTATE_270'],
    ['right', 'ROTATE_90'],
  ] as const)('rotated %s sends %s and takes over the new location', async (direction, action) => {
    const { editor, key } = open('L', 'a');
    void editor.rotate(key(0), direction);
    expect(editor.getState().items).toMatchObject([{ pendingAction: 'rotate' }]);
    await respond(`${action} L a`, { data: { payload: image('a', '/turned.jpg') } });
    expect(editor.getState().items).toMatchObject([
      { pendingAction: null, image: { location: '/turned.jpg' } },
    ]);
  });

  test('adds a problem when the rotation fails, and can be rotated again', async () => {
    const { editor, key } = open('L', 'a');
    void editor.rotate(key(0), 'left');
    await respond('ROTATE_270 L a', offline);
    expect(editor.getState().items).toMatchObject([{ pendingAction: null, image: { location: '/a.jpg' } }]);
    expect(editor.getState().problems).toMatchObject([{ kind: 'rotate' }]);
    void editor.rotate(key(0), 'left');
    expect(pendingRequests()).toEqual(['ROTATE_270 L a']);
  });
});

test('a pending image is rotated locally, but not during its upload', async () => {
  const { editor, key } = open(undefined);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close: () => undefined }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ fillRect() {}, translate() {}, rotate() {}, drawImage() {} });
      convertToBlob = async () => new Blob(['made']);
    },
  );
  await editor.add([file('a')]);
  await settle();
  void editor.rotate(key(0), 'left');
  expect(editor.getState().items).toMatchObject([{ quarterTurns: 3 }]);
  void editor.upload('L');
  await settle();
  void editor.rotate(key(0), 'left');
  expect(editor.getState().items).toMatchObject([{ quarterTurns: 3, status: 'uploading' }]);
  expect(pendingRequests()).toEqual(['upload L a']);
});

test('close starts no further upload', async () => {
  const { editor } = open('L');
  await editor.add(['1', '2', '3', '4', '5', '6'].map((name) => file(name)));
  void editor.upload('L');
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
  await settle();
  const started = pendingRequests();
  expect(started.length).toBeLessThan(6);
  editor.close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(pendingRequests()).toEqual(started);
  expect(aborted).toEqual(started);
});

test('the state is in the store until the editor is closed, also when a response comes later', async () => {
  const { editor, openEditors } = open('L');
  await editor.add([file('a')]);
  void editor.upload('L');
  await settle();
  expect(openEditors()).toEqual([editor.getState()]);
  editor.close();
  await settle();
  expect(openEditors()).toEqual([]);
  expect(editor.getState().items).toMatchObject([{ status: 'failed' }]);
  editor.open();
  expect(openEditors()).toMatchObject([{ items: [{ status: 'failed' }] }]);
});
