import { describe, expect, test, vi } from 'vitest';
import type { ImageResponse } from '../../api/generated';
import { createStore } from '../../app/store';
import { imageFile as file } from '../../testing/imageFile';
import { createMemoryImageStore } from '../../testing/memoryImageStore';
import type { ImageRequests } from './editorAccess';
import { createImageEditor } from './imageEditor';
import type { LocalImage } from './localImageStore';

const image = (id: string): ImageResponse => ({
  externalId: id,
  location: `/${id}.jpg`,
  description: '',
});
/** A server that accepts every image. `next` sends the next response. */
function fakeServer() {
  const responses: (() => void)[] = [];
  const aborted = vi.fn<() => void>();
  const respond = (data: object) => {
    const response = new Promise<object>((resolve) => responses.push(() => resolve({ data })));
    return Object.assign(response, { abort: aborted });
  };
  const requests: ImageRequests = {
    upload: (_id, body) => respond({ payload: [image((body as File).name)] }),
    rotate: () => respond({}),
    delete: () => respond({}),
    reorder: () => respond({}),
    describe: () => respond({}),
  };
  return {
    requests,
    aborted,
    next: () => vi.waitFor(() => (responses.shift() ?? expect.fail('no request was sent'))()),
  };
}

function open(store = createMemoryImageStore(), ...ids: string[]) {
  const { requests, next, aborted } = fakeServer();
  const listingId = ids.length > 0 ? 'L' : undefined;
  const editor = createImageEditor(createStore(), requests, store, listingId, ids.map(image));
  editor.open();
  const items = () => editor.getState().items;
  const shown = () =>
    items().map((item) =>
      item.kind === 'uploaded' ? item.image.externalId : `${item.file.name}:${item.status}`,
    );
  const key = (index: number) => items()[index]?.key ?? 'none';
  const stored = () =>
    store.read().map(({ file: { name }, quarterTurns, index }) => [name, quarterTurns, index]);
  return { editor, shown, key, stored, next, aborted };
}

const localImage = (name: string, index: number): LocalImage => ({
  key: name,
  file: file(name),
  quarterTurns: 1,
  description: '',
  index,
});

describe('add', () => {
  test('accepts images of any size, and rejects other files with name and reason', async () => {
    const { editor, shown } = open();
    const large = new File([file('large'), new Uint8Array(11 * 1024 * 1024)], 'large.jpg');
    const heic = new File(['\0\0\0\u0014ftypheic\0\0\0\0mif1'], 'phone.jpg', { type: 'image/jpeg' });
    const text = new File(['text'], 'text.jpg', { type: 'image/jpeg' });
    await editor.add([large, heic, file('named.HEIC'), text, new File([], 'empty.jpg')]);
    expect(shown()).toEqual(['large.jpg:waiting', 'named.HEIC:waiting']);
    expect(editor.getState().problems).toEqual([
      { kind: 'rejected', fault: 'heic', names: ['phone.jpg'] },
      { kind: 'rejected', fault: 'other', names: ['text.jpg'] },
      { kind: 'rejected', fault: 'damaged', names: ['empty.jpg'] },
    ]);
    await editor.add([file('b.jpg')]);
    expect(editor.getState().problems).toEqual([]);
  });

  test('removes images that the browser cannot decode, with a problem', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    const { editor, shown, stored } = open();
    await editor.add([file('broken.jpg'), file('torn.jpg')]);
    await vi.waitFor(() => expect(shown()).toEqual([]));
    expect(editor.getState().problems).toEqual([
      { kind: 'rejected', fault: 'damaged', names: ['broken.jpg', 'torn.jpg'] },
    ]);
    expect(stored()).toEqual([]);
  });

  test('accepts images up to the limit of twenty', async () => {
    const { editor } = open(
      createMemoryImageStore(),
      ...Array.from({ length: 18 }, (_, index) => `i${index}`),
    );
    await editor.add([file('a'), file('b'), file('c')]);
    expect(editor.getState().items).toHaveLength(20);
    expect(editor.getState().problems).toEqual([{ kind: 'tooMany' }]);
    await editor.add([file('d')]);
    expect(editor.getState().items).toHaveLength(20);
  });

  test('keeps the order of two simultaneous calls', async () => {
    const { editor, shown } = open();
    await Promise.all([editor.add([file('a'), file('b')]), editor.add([file('c')])]);
    expect(shown()).toEqual(['a:waiting', 'b:waiting', 'c:waiting']);
  });
});

describe('the local store', () => {
  test('keeps pending images with rotation and index', async () => {
    const { editor, key, stored } = open(createMemoryImageStore(), 'x');
    await editor.add([file('a'), file('b')]);
    await vi.waitFor(() => expect(stored()).toHaveLength(2));
    editor.move(key(2), 0);
    await vi.waitFor(() =>
      expect(stored()).toEqual([
        ['b', 0, 0],
        ['a', 0, 2],
      ]),
    );
    await editor.rotate(key(0), 'left');
    await vi.waitFor(() => expect(stored()[0]).toEqual(['b', 3, 0]));
  });

  test('removes an image that is removed or uploaded', async () => {
    const { editor, key, stored, next } = open();
    await editor.add([file('a'), file('b')]);
    await editor.remove(key(0));
    await vi.waitFor(() => expect(stored()).toEqual([['b', 0, 0]]));
    const done = editor.upload('L');
    await next();
    expect(await done).toBe('saved');
    expect(stored()).toEqual([]);
  });

  test('marks an image that does not fit as not persisted', async () => {
    const { editor } = open(createMemoryImageStore(1));
    await editor.add([file('a'), file('b')]);
    const flags = () => editor.getState().items.map((item) => item.kind === 'pending' && item.persisted);
    await vi.waitFor(() => expect(flags()).toEqual([true, false]));
  });

  test('restores images with index and rotation', async () => {
    const { editor, shown, next } = open(
      createMemoryImageStore(20, [localImage('b', 2), localImage('a', 0)]),
      'x',
    );
    await editor.restore();
    expect(shown()).toEqual(['a:waiting', 'x', 'b:waiting']);
    expect(editor.getState()).toMatchObject({
      restoredCount: 2,
      announcement: { kind: 'restored', count: 2 },
    });
    expect(editor.getState().items[0]).toMatchObject({ quarterTurns: 1, persisted: true });
    void editor.upload('L');
    await next();
    await vi.waitFor(() => expect(shown()).toContain('a'));
  });

  test('restores no more images than a listing can have', async () => {
    const ids = Array.from({ length: 19 }, (_, index) => `i${index}`);
    const { editor } = open(createMemoryImageStore(20, [localImage('a', 0), localImage('b', 1)]), ...ids);
    await editor.restore();
    expect(editor.getState().items).toHaveLength(20);
  });

  test('discardPending removes pending images and keeps uploaded ones', async () => {
    const { editor, shown, stored } = open(createMemoryImageStore(20, [localImage('a', 0)]), 'x');
    await editor.restore();
    editor.discardPending();
    expect(shown()).toEqual(['x']);
    await vi.waitFor(() => expect(stored()).toEqual([]));
  });

  test('close aborts a running upload and keeps its image', async () => {
    const { editor, stored, aborted } = open();
    await editor.add([file('a')]);
    await vi.waitFor(() => expect(stored()).toHaveLength(1));
    void editor.upload('L');
    await vi.waitFor(() =>
      expect(editor.getState().items).toMatchObject([{ status: 'uploading', upload: {} }]),
    );
    editor.close();
    expect(aborted).toHaveBeenCalledOnce();
    expect(stored()).toEqual([['a', 0, 0]]);
  });
});
