/**
 * The access token's only home is local storage under `token`: every tab reads
 * the same one, and a tab learns from the `storage` event that another logged
 * out. When storage is blocked what is kept lives as long as the page.
 *
 * Beside it stands whether the server ended the last session. It is not there
 * after a log-out, in whichever tab: users know what they did themselves.
 */
const tokenKey = 'token';
const endedKey = 'sessionEnded';
const listeners = new Set<() => void>();
const memory = new Map<string, string>();

export const readToken = (): string | null => read(tokenKey);

export function storeToken(token: string): void {
  write(endedKey, null);
  write(tokenKey, token);
  tell();
}

/** For a log-out. Takes back that the session ended when both happened at once. */
export function clearToken(): void {
  write(endedKey, null);
  write(tokenKey, null);
  tell();
}

/** The server refuses to go on with the session. */
export function endSession(): void {
  // Before the token: other tabs go to the log-in page when that is gone, and read this there.
  write(endedKey, 'true');
  write(tokenKey, null);
  tell();
}

export const hasSessionEnded = (): boolean => read(endedKey) !== null;

/** The user has been told. */
export function forgetSessionEnd(): void {
  write(endedKey, null);
  tell();
}

/** Of the token and of the end of the session. */
export function subscribeToToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key === tokenKey || event.key === endedKey || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Kept in memory above.
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}
