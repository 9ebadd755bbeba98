import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { draftDatabase } from '../../../ui/form/drafts';
import type { KeptPicture, PictureKeep } from './pictureKeep';
import type { Turns } from './pictureItems';

/** How many pictures a device keeps, of all drafts together, and how many bytes. */
export const mostKept = 60;
export const mostBytes = 500_000_000;
/** In milliseconds: 30 days. */
export const longestKept = 30 * 24 * 60 * 60 * 1000;

/** A picture without its bytes, so that the bounds are checked without reading them. */
type Entry = {
  key: string;
  user: string;
  draft: string;
  name: string;
  bytes: number;
  /** When it was chosen, in milliseconds. */
  added: number;
  turns: Turns;
  place: number;
};

interface Schema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { draft: string } };
  files: { key: string; value: Blob };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** One connection for the page. It gives way when another tab deletes the database, as logging out does. */
function open(): Promise<IDBPDatabase<Schema>> {
  const close = () => {
    opening = undefined;
  };
  opening ??= openDB<Schema>(draftDatabase, 1, {
    upgrade: (database) => {
      database.createObjectStore('entries', { keyPath: 'key' }).createIndex('draft', 'draft');
      database.createObjectStore('files');
    },
    blocking: (_current, _blocked, event) => {
      close();
      (event.target as IDBDatabase).close();
    },
    terminated: close,
  }).catch((error: unknown) => {
    close();
    throw error;
  });
  return opening;
}

/**
 * Keeps the waiting pictures of a user's drafts in IndexedDB. Where that is
 * blocked or full the pictures live as long as the page: `add` says which are kept.
 */
export function createPictureStore(user: string, draftName: string): PictureKeep {
  let draft = draftName;
  let last: Promise<unknown> = Promise.resolve();
  /** One after another, so that what is removed is not added later. */
  const inLine = <T>(task: () => Promise<T>, otherwise: T): Promise<T> => {
    const done = last.then(task).catch(() => otherwise);
    last = done;
    return done;
  };

  return {
    load: () =>
      inLine(async () => {
        const database = await open();
        await removeWhere(database, (entry) => entry.user !== user || isExpired(entry));
        return readAll(database, draft);
      }, []),
    add: (pictures) =>
      inLine(async () => {
        const kept = new Set<string>();
        const database = await open();
        for (const picture of pictures) {
          // One that does not fit must not take the others back with it.
          if (await put(database, user, draft, picture).catch(() => false)) kept.add(picture.key);
        }
        return kept;
      }, new Set<string>()),
    arrange: (pictures) =>
      inLine(async () => {
        const { store, done } = (await open()).transaction('entries', 'readwrite');
        for (const { key, turns, place } of pictures) {
          const entry = await store.get(key);
          if (entry) await store.put({ ...entry, turns, place });
        }
        await done;
      }, undefined),
    remove: (key) => inLine(async () => removeWhere(await open(), (entry) => entry.key === key), undefined),
    rename: (name) =>
      inLine(async () => {
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

/** Removes the pictures that were kept for a draft. */
export async function forgetPictures(user: string, draft: string): Promise<void> {
  try {
    await removeWhere(await open(), (entry) => entry.user === user && entry.draft === draft);
  } catch {
    // Where IndexedDB is blocked nothing was kept.
  }
}

const isExpired = ({ added }: Entry): boolean => Date.now() - added > longestKept;

async function readAll(database: IDBPDatabase<Schema>, draft: string): Promise<KeptPicture[]> {
  const transaction = database.transaction(['entries', 'files']);
  const entries = await transaction.objectStore('entries').index('draft').getAll(draft);
  const files = await Promise.all(entries.map(({ key }) => transaction.objectStore('files').get(key)));
  await transaction.done;
  return entries
    .flatMap(({ key, name, turns, place }, index) => {
      const file = files[index];
      return file ? [{ key, file: new File([file], name, { type: file.type }), turns, place }] : [];
    })
    .toSorted((a, b) => a.place - b.place);
}

/** Answers whether there was room for it. */
async function put(
  database: IDBPDatabase<Schema>,
  user: string,
  draft: string,
  { key, file, turns, place }: KeptPicture,
): Promise<boolean> {
  const transaction = database.transaction(['entries', 'files'], 'readwrite');
  const entries = transaction.objectStore('entries');
  const known = await entries.getAll();
  const bytes = known.reduce((sum, entry) => sum + entry.bytes, file.size);
  if (known.length >= mostKept || bytes > mostBytes) {
    await transaction.done;
    return false;
  }
  const entry = { key, user, draft, name: file.name, bytes: file.size, added: Date.now(), turns, place };
  await Promise.all([
    entries.put(entry),
    transaction.objectStore('files').put(file.slice(0, file.size, file.type), key),
    transaction.done,
  ]);
  return true;
}

async function removeWhere(
  database: IDBPDatabase<Schema>,
  isMeant: (entry: Entry) => boolean,
): Promise<void> {
  const transaction = database.transaction(['entries', 'files'], 'readwrite');
  const entries = transaction.objectStore('entries');
  for (const entry of await entries.getAll()) {
    if (!isMeant(entry)) continue;
    await entries.delete(entry.key);
    await transaction.objectStore('files').delete(entry.key);
  }
  await transaction.done;
}
