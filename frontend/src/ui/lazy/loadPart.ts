import { FileError } from './fetchFiles';

/** Timeout of a part in milliseconds, all tries together. */
const partTimeout = 120_000;

/** The delays before the second, third and fourth try, in milliseconds. */
const pauses = [500, 1500, 4000] as const;

/** The code of a part failed to load. */
export class PartError extends Error {
  override name = 'PartError';
  readonly timedOut: boolean;
  /** The browser keeps the failed import: only a reload of the page helps. */
  readonly isFinal: boolean;
  constructor(cause: unknown) {
    super('failed to load a part of the app', { cause });
    this.timedOut = cause === timedOut;
    this.isFinal = !this.timedOut && !(cause instanceof FileError);
  }
}

const timedOut = Symbol('timed out');

/** Loads the code of a part with retries; fails after 120 s or four tries. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timedOut), partTimeout);
  });
  try {
    return await Promise.race([tryRepeatedly(load), expiry]);
  } catch (cause) {
    throw new PartError(cause);
  } finally {
    clearTimeout(timer);
  }
}

async function tryRepeatedly<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch (error) {
      // Offline, or the file was removed with its build: an early retry cannot help.
      if (!navigator.onLine || !(error instanceof FileError) || error.status === 404) throw error;
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
  return load();
}
