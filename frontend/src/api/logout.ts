import { readToken } from './token';

/** Timeout in milliseconds. */
const logoutTimeout = 30_000;

let lastLogout: Promise<void> = Promise.resolve();

/**
 * Resolves when no logout is running. The response to one removes the cookie of the session, even
 * if a new session has begun.
 */
export const waitForLogout = (): Promise<void> => lastLogout;

/**
 * Ends the session on the server. It resolves even if that fails: offline, the session ends on this
 * device only. Not a mutation, which a reset of the cache would abort.
 */
export function sendLogout(): Promise<void> {
  const token = readToken();
  lastLogout = fetch(new URL('/api/v1/logout', location.origin), {
    method: 'POST',
    credentials: 'include',
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    // The page may be closed before the request is sent.
    keepalive: true,
    signal: AbortSignal.timeout(logoutTimeout),
  }).then(
    () => undefined,
    () => undefined,
  );
  return lastLogout;
}
