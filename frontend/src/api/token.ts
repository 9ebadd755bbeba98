/**
 * The access token's only home is local storage under `token`: every tab reads
 * the same one, and a tab learns from the `storage` event that another logged
 * out. When storage is blocked the token lives as long as the page.
 */
const storageKey = 'token';
const listeners = new Set<() => void>();
let memory: string | null = null;

export function readToken(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return memory;
  }
}

export function storeToken(token: string): void {
  write(token);
}

export function clearToken(): void {
  write(null);
}

export function subscribeToToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key === storageKey || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

function write(token: string | null): void {
  memory = token;
  try {
    if (token === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, token);
  } catch {
    // Kept in memory above.
  }
  for (const listener of listeners) listener();
}
