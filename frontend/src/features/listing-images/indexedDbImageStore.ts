import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { draftDatabase } from '../../ui/drafts/drafts';
import type { QuarterTurns } from './imageItems';
import type { LocalImage, LocalImageStore } from './localImageStore';

/** Limits for all drafts on the device together. */
export const maxStoredImages = 60;
export const maxStoredBytes = 500_000_000;
/** 30 days, in milliseconds. */
export const maxImageAge = 30 * 24 * 60 * 60 * 1000;

/** Without the bytes of the image, so that the limits are checked without reading them. */
type Entry = {
  key: string;
  user: string;
  draft: string;
  name: string;
  bytes: number;
  /** When it was chosen, in milliseconds. */
  added: number;
  quarterTurns: QuarterTurns;
  /** Images from before this field have none. */
  description?: string;
  index: number;
};

interface Schema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { draft: string } };
  files: { key: string; value: Blob };
}

/** Version 2 renamed fields of `Entry`. Images of version 1 are dropped. */
const version = 2;

let connection: Promise<IDBPDatabase<Schema>> | undefined;

/**
 * One connection for the page. It closes when another tab deletes the database, as a logout does.
 */
function open(): Promise<IDBPDatabase<Schema>> {
  const reset = () => {
    connection = undefined;
  };
  connection ??= openDB<Schema>(draftDatabase, version, {
    upgrade: (database, oldVersion) => {
      if (oldVersion > 0) {
        database.deleteObjectStore('entries');
        database.deleteObjectStore('files');
      }
      database.createObjectStore('entries', { keyPath: 'key' }).createIndex('draft', 'draft');
      database.createObjectStore('files');
    },
    blocking: (_current, _blocked, event) => {
      reset();
      (event.target as IDBDatabase).close();
    },
    terminated: reset,
  }).catch((error: unknown) => {
    reset();
    throw error;
  });
  return connection;
}

/**
 * Stores the pending images of a user's drafts in IndexedDB. Where that is blocked or full, nothing
 * is kept.
 */
export function createIndexedDbImageStore(user: string, draftName: string): LocalImageStore {
  let draft = draftName;
  let last: Promise<unknown> = Promise.resolve();
  /** One task after another, so that an image that is removed during `add` stays removed. */
  const enqueue = <T>(task: () => Promise<T>, fallback: T): Promise<T> => {
    const done = last.then(task).catch(() => fallback);
    last = done;
    return done;
  };

  return {
    load: () =>
      enqueue(async () => {
        const database = await open();
        await removeWhere(database, (entry) => entry.user !== user || isExpired(entry));
        return readAll(database, draft);
      }, []),
    add: (images) =>
      enqueue(async () => {
        const stored = new Set<string>();
        const database = await open();
        for (const image of images) {
          // One transaction each: an image that does not fit must not roll back the others.
          if (await put(database, user, draft, image).catch(() => false)) stored.add(image.key);
        }
        return stored;
      }, new Set<string>()),
    update: (images) =>
      enqueue(async () => {
        const { store, done } = (await open()).transaction('entries', 'readwrite');
        for (const { key, quarterTurns, description, index } of images) {
          const entry = await store.get(key);
          if (entry) await store.put({ ...entry, quarterTurns, description, index });
        }
        await done;
      }, undefined),
    remove: (key) => enqueue(async () => removeWhere(await open(), (entry) => entry.key === key), undefined),
    renameDraft: (name) =>
      enqueue(async () => {
        const before = draft;
        draft = name;
        const { store, done } = (await open()).transaction('entries', 'readwrite');
        for (const entry of await store.index('draft').getAll(before)) {
          if (entry.user === user) await store.put({ ...entry, draft: name });
        }
        await done;
      }, undefined),
  };
}

/** Removes the images of a draft. */
export async function removeLocalImages(user: string, draft: string): Promise<void> {
  try {
    await removeWhere(await open(), (entry) => entry.user === user && entry.draft === draft);
  } catch {
    // Where IndexedDB is blocked, nothing was stored.
  }
}

/** How many images of the user are stored. */
export async function countImages(user: string): Promise<number> {
  const entries = await (await open()).getAll('entries');
  return entries.filter((entry) => entry.user === user && !isExpired(entry)).length;
}

const isExpired = ({ added }: Entry): boolean => Date.now() - added > maxImageAge;

async function readAll(database: IDBPDatabase<Schema>, draft: string): Promise<LocalImage[]> {
  const transaction = database.transaction(['entries', 'files']);
  const entries = await transaction.objectStore('entries').index('draft').getAll(draft);
  const files = await Promise.all(entries.map(({ key }) => transaction.objectStore('files').get(key)));
  await transaction.done;
  return entries
    .flatMap(({ key, name, quarterTurns, description = '', index }, position) => {
      const file = files[position];
      if (!file) return [];
      return [{ key, file: new File([file], name, { type: file.type }), quarterTurns, description, index }];
    })
    .toSorted((a, b) => a.index - b.index);
}

/** Returns false when the limits are reached. */
async function put(
  database: IDBPDatabase<Schema>,
  user: string,
  draft: string,
  { key, file, quarterTurns, description, index }: LocalImage,
): Promise<boolean> {
  const transaction = database.transaction(['entries', 'files'], 'readwrite');
  const entries = transaction.objectStore('entries');
  const known = await entries.getAll();
  const total = known.reduce((sum, entry) => sum + entry.bytes, file.size);
  if (known.length >= maxStoredImages || total > maxStoredBytes) {
    await transaction.done;
    return false;
  }
  const added = Date.now();
  const { name, size: bytes } = file;
  const entry = { key, user, draft, name, bytes, added, quarterTurns, description, index };
  await Promise.all([
    entries.put(entry),
    transaction.objectStore('files').put(file.slice(0, file.size, file.type), key),
    transaction.done,
  ]);
  return true;
}

async function removeWhere(
  database: IDBPDatabase<Schema>,
  matches: (entry: Entry) => boolean,
): Promise<void> {
  const transaction = database.transaction(['entries', 'files'], 'readwrite');
  const entries = transaction.objectStore('entries');
  for (const entry of await entries.getAll()) {
    if (!matches(entry)) continue;
    await entries.delete(entry.key);
    await transaction.objectStore('files').delete(entry.key);
  }
  await transaction.done;
}
