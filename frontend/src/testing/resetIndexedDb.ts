import * as fakeIndexedDb from 'fake-indexeddb';
import { vi } from 'vitest';
import { draftDatabase } from '../ui/drafts/drafts';

/**
 * Gives the test an empty fake IndexedDB. The structured clone of Node.js does not support the files
 * of happy-dom; they are immutable, so they are stored without cloning.
 */
export async function resetIndexedDb(): Promise<void> {
  for (const [name, value] of Object.entries(fakeIndexedDb)) {
    if (/^IDB|^indexedDB$/.test(name)) vi.stubGlobal(name, value);
  }
  const clone = globalThis.structuredClone;
  vi.stubGlobal('structuredClone', (value: unknown) => (value instanceof Blob ? value : clone(value)));
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(draftDatabase).addEventListener('success', resolve);
  });
}
