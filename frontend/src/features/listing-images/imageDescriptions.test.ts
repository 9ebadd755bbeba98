import { expect, test } from 'vitest';
import type { ImageResponse } from '../../api/generated';
import { createStore } from '../../app/store';
import { imageFile } from '../../testing/imageFile';
import { createMemoryImageStore } from '../../testing/memoryImageStore';
import type { ImageRequests } from './editorAccess';
import { createImageEditor } from './imageEditor';
import { descriptionFailure } from './imageItems';

const image = (id: string): ImageResponse => ({ externalId: id, location: `/${id}.jpg`, description: '' });

function open(listing: string | undefined, ...ids: string[]) {
  const described: string[] = [];
  const server = { isOffline: false, refused: '', unanswered: '' };
  const requests: ImageRequests = {
    upload: () =>
      Object.assign(Promise.resolve({ data: { payload: [image('new')] } }), { abort: () => undefined }),
    rotate: (_listing, id) => Promise.resolve({ data: { payload: image(id) } }),
    delete: () => Promise.resolve({}),
    reorder: () => Promise.resolve({}),
    describe: (_listing, id, description) => {
      described.push(`${id} ${description}`);
      if (server.unanswered === description) return new Promise(() => undefined);
      if (server.isOffline) return Promise.resolve({ error: { status: 'FETCH_ERROR', error: 'TypeError' } });
      if (server.refused === id) return Promise.resolve({ error: { status: 400, data: undefined } });
      // Trims more than the browser does.
      return Promise.resolve({
        data: { payload: { ...image(id), description: description.replace(/\u0085$/, '') } },
      });
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
  const key = (index = 0) => editor.getState().items[index]?.key ?? 'none';
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
  expect(editor.getState().items).toMatchObject([{ descriptionFailure: { status: 'FETCH_ERROR' } }]);
  editor.sync('listing', [image('a')]);
  expect(editor.getState().items).toMatchObject([{ description: 'Bett' }]);
  expect(await editor.upload('listing')).toBe('descriptionsFailed');
  server.isOffline = false;
  expect(await editor.upload('listing')).toBe('saved');
  expect(described).toEqual(['a Bett', 'a Bett', 'a Bett']);
});

test('the text of a new image is saved after its upload', async () => {
  const { editor, key, described } = open(undefined);
  await editor.add([imageFile('new.jpg')]);
  await editor.describe(key(), 'Küche');
  expect(described).toEqual([]);
  expect(await editor.upload('listing')).toBe('saved');
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

test('a text that is refused keeps its failure, and those of other images are saved', async () => {
  const { editor, key, described, server } = open('listing', 'a', 'b');
  server.refused = 'a';
  await editor.describe(key(0), 'Bett');
  await editor.describe(key(1), 'Bad');
  expect(described).toContain('b Bad');
  expect(editor.getState().items).toMatchObject([
    { description: 'Bett', descriptionFailure: { status: 400 } },
    { description: 'Bad', image: { description: 'Bad' }, descriptionFailure: undefined },
  ]);
  await editor.rotate(key(1), 'left');
  expect(editor.getState().items.map(descriptionFailure)).toMatchObject([{ status: 400 }, undefined]);
});

test('a text that was not saved is sent again when it is entered again', async () => {
  const { editor, key, described, server } = open('listing', 'a');
  server.isOffline = true;
  await editor.describe(key(), 'Bett');
  server.isOffline = false;
  await editor.describe(key(), 'Bett');
  expect(described).toEqual(['a Bett', 'a Bett']);
  expect(editor.getState().items.map(descriptionFailure)).toEqual([undefined]);
});

test('the failure of a text is not that of the next one, which is being sent', async () => {
  const { editor, key, server } = open('listing', 'a');
  Object.assign(server, { refused: 'a', unanswered: 'Bad' });
  await editor.describe(key(), 'Bett');
  void editor.describe(key(), 'Bad');
  expect(editor.getState().items.map(descriptionFailure)).toEqual([undefined]);
});

test('the failure of a text is not that of one that was entered during its request', async () => {
  const { editor, key, described, server } = open('listing', 'a');
  Object.assign(server, { refused: 'a', unanswered: 'Bad' });
  const first = editor.describe(key(), 'Bett');
  void editor.describe(key(), 'Bad');
  await first;
  expect(described).toEqual(['a Bett', 'a Bad']);
  expect(editor.getState().items.map(descriptionFailure)).toEqual([undefined]);
});

test('a text that is changed back to the saved one has no failure', async () => {
  const { editor, key, server } = open('listing', 'a');
  server.refused = 'a';
  await editor.describe(key(), 'Bett');
  await editor.describe(key(), '');
  expect(editor.getState().items.map(descriptionFailure)).toEqual([undefined]);
  expect(await editor.upload('listing')).toBe('saved');
});

test('a text that the server changes is saved', async () => {
  const { editor, key, described } = open('listing', 'a');
  await editor.describe(key(), 'Bett\u0085');
  expect(await editor.upload('listing')).toBe('saved');
  expect(described).toHaveLength(1);
  expect(editor.getState().items).toMatchObject([{ description: 'Bett' }]);
});
