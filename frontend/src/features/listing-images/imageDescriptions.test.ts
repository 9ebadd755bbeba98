import { expect, test } from 'vitest';
import type { ImageResponse } from '../../api/generated';
import { createStore } from '../../app/store';
import { imageFile } from '../../testing/imageFile';
import { createMemoryImageStore } from '../../testing/memoryImageStore';
import { createImageEditor, type ImageRequests } from './imageEditor';

const image = (id: string): ImageResponse => ({ externalId: id, location: `/${id}.jpg`, description: '' });

function open(listing: string | undefined, ...ids: string[]) {
  const described: string[] = [];
  const server = { isOffline: false };
  const requests: ImageRequests = {
    upload: () =>
      Object.assign(Promise.resolve({ data: { payload: [image('new')] } }), { abort: () => undefined }),
    rotate: (_listing, id) => Promise.resolve({ data: { payload: image(id) } }),
    delete: () => Promise.resolve({}),
    reorder: () => Promise.resolve({}),
    describe: (_listing, id, description) => {
      described.push(`${id} ${description}`);
      if (server.isOffline) return Promise.resolve({ error: { status: 'FETCH_ERROR', error: 'TypeError' } });
      return Promise.resolve({ data: { payload: { ...image(id), description } } });
    },
  };
  const editor = createImageEditor(
    createStore(),
    requests,
    createMemoryImageStore(),
    listing,
    ids.map((id) => image(id)),
  );
  editor.open();
  const key = () => editor.getState().items[0]?.key ?? 'none';
  return { editor, key, described, server };
}

test('the text of an uploaded image is saved at once, and only a changed one', async () => {
  const { editor, key, described } = open('listing', 'a');
  await editor.describe(key(), '');
  await editor.describe(key(), 'Bett');
  await editor.describe(key(), 'Bett');
  expect(described).toEqual(['a Bett']);
});

test('a text that was not saved stays, and is saved with the listing', async () => {
  const { editor, key, described, server } = open('listing', 'a');
  server.isOffline = true;
  await editor.describe(key(), 'Bett');
  expect(editor.getState().problems).toMatchObject([{ kind: 'describe' }]);
  editor.sync('listing', [image('a')]);
  expect(editor.getState().items).toMatchObject([{ description: 'Bett' }]);
  expect(await editor.upload('listing')).toBe(false);
  server.isOffline = false;
  expect(await editor.upload('listing')).toBe(true);
  expect(described).toEqual(['a Bett', 'a Bett', 'a Bett']);
});

test('the text of a new image is saved after its upload', async () => {
  const { editor, key, described } = open(undefined);
  await editor.add([imageFile('new.jpg')]);
  await editor.describe(key(), 'Küche');
  expect(described).toEqual([]);
  expect(await editor.upload('listing')).toBe(true);
  expect(described).toEqual(['new Küche']);
  expect(editor.getState().items).toMatchObject([{ kind: 'uploaded', description: 'Küche' }]);
});

test('a response with another text replaces a saved one only', async () => {
  const { editor, key } = open('listing', 'a');
  editor.sync('listing', [{ ...image('a'), description: 'Von nebenan' }]);
  expect(editor.getState().items).toMatchObject([{ description: 'Von nebenan' }]);
  await editor.describe(key(), 'Bett');
  expect(editor.getState().items).toMatchObject([{ description: 'Bett', image: { description: 'Bett' } }]);
});
