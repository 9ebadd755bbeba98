/**
 * The access token is stored in local storage under `token`: all tabs share it. Requests read it
 * here, because another tab may just have changed it. Without storage, values live as long as the
 * page.
 */
export const tokenKey = 'token';
const endedKey = 'sessionEnded';
export const sessionKeys: readonly string[] = [tokenKey, endedKey];
const memory = new Map<string, string>();

export type Session = {
  /** The access token, or null without a session. */
  token: string | null;
  /** The server ended the last session. A logout in any tab removes it: it needs no explanation. */
  hasEnded: boolean;
};

export const readToken = (): string | null => read(tokenKey);

export const readSession = (): Session => ({ token: readToken(), hasEnded: read(endedKey) !== null });

export function writeSession({ token, hasEnded }: Session): void {
  // Before the token: other tabs go to the login page when it is removed, and read this there.
  write(endedKey, hasEnded ? 'true' : null);
  write(tokenKey, token);
}

/** Leaves the token, which another tab may just be changing. */
export const removeSessionEnd = (): void => write(endedKey, null);

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
