/** Timeout of one file in milliseconds. */
const fileTimeout = 120_000;

/** A script or style failed to load. It can be requested again. */
export class FileError extends Error {
  override name = 'FileError';
  /** The status of the response, or 0 without one. */
  readonly status: number;
  constructor(file: string, status: number) {
    super(`failed to load ${file}`);
    this.status = status;
  }
}

/** The loading and loaded files by address; failed ones are removed. */
const files = new Map<string, Promise<void>>();

/**
 * Imports a part of the app after all of its files are in the browser's cache.
 *
 * Browsers keep a failed import for the life of the page, also of each script that it needs:
 * imported directly, a part that failed once could not be loaded again. A failed `fetch` is not
 * kept. build/fetchBeforeImport.ts replaces Vite's preload helper by this function.
 */
export async function importWithFiles<T>(load: () => Promise<T>, needed: readonly string[] = []): Promise<T> {
  await Promise.all(needed.map((file) => once(`/${file}`)));
  return load();
}

function once(file: string): Promise<void> {
  const known = files.get(file);
  if (known) return known;
  const arriving = (file.endsWith('.css') ? fetchStyle(file) : fetchScript(file)).catch((error: unknown) => {
    files.delete(file);
    throw error;
  });
  files.set(file, arriving);
  return arriving;
}

async function fetchScript(file: string): Promise<void> {
  // The page has loaded it before this script (build/startAfterPaint.ts).
  if (document.querySelector(`link[rel=modulepreload][href="${file}"]`)) return;
  let status = 0;
  try {
    const response = await fetch(file, { signal: AbortSignal.timeout(fileTimeout) });
    status = response.status;
    // The browser caches only a complete body.
    if (response.ok) return void (await response.arrayBuffer());
  } catch {
    // Offline, or timed out.
  }
  throw new FileError(file, status);
}

function fetchStyle(file: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${file}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = file;
  return new Promise((resolve, reject) => {
    const fail = () => {
      link.remove();
      reject(new FileError(file, 0));
    };
    const timer = setTimeout(fail, fileTimeout);
    link.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    link.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
    document.head.append(link);
  });
}
