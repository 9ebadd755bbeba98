import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { draftDatabase } from '../ui/form/drafts';

/**
 * A device with an empty IndexedDB. The files of happy-dom are not known to the
 * structured clone of Node.js; they never change, so they are kept themselves.
 */
export async function useDeviceFiles(): Promise<void> {
  const clone = globalThis.structuredClone;
  vi.stubGlobal('structuredClone', (value: unknown) => (value instanceof Blob ? value : clone(value)));
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(draftDatabase).addEventListener('success', resolve);
  });
}
