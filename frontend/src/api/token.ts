/**
 * The access token is stored in local storage under `token` only: all tabs share it, and the
 * `storage` event notifies them of a logout. Without storage, values live as long as the page.
 *
 * `sessionEnded` says that the server ended the last session. A logout in any tab removes it: users
 * know what they did themselves.
 */
const tokenKey = 'token';
const endedKey = 'sessionEnded';
const listeners = new Set<() => void>();
const memory = new Map<string, string>();

export const readToken = (): string | null => read(tokenKey);

export function storeToken(token: string): void {
  write(endedKey, null);
  write(tokenKey, token);
  notifyListeners();
}

/** For a logout. It also removes `sessionEnded`. */
export function clearToken(): void {
  write(endedKey, null);
  write(tokenKey, null);
  notifyListeners();
}

/** For a session that the server rejects. */
export function endSession(): void {
  // Before the token: other tabs go to the login page when it is removed, and read this there.
  write(endedKey, 'true');
  write(tokenKey, null);
  notifyListeners();
}

export const hasSessionEnded = (): boolean => read(endedKey) !== null;

/** Called after the notice was shown. */
export function clearSessionEnd(): void {
  write(endedKey, null);
  notifyListeners();
}

/** Notifies of changes of the token and of `sessionEnded`. */
export function subscribeToToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key: the whole storage was cleared.
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

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
