import type { TokenEnvelope } from './generated';
import { endSession, readToken, storeToken } from './token';

/** How long the new token may take to arrive, in milliseconds. */
const refreshTimeout = 30_000;

let running: Promise<boolean> | undefined;

/**
 * Exchanges the refresh cookie for a new access token, once for everybody who
 * asks meanwhile: within a tab they share one promise, across tabs they queue
 * for one lock and find out, when it is theirs, that the token has changed.
 *
 * Answers whether there is now another token than the one that was refused. The
 * call never carries a caller's abort signal: the others still need its result.
 */
export function refreshToken(refused: string | null): Promise<boolean> {
  if (readToken() !== refused) return Promise.resolve(readToken() !== null);
  running ??= exclusively(() => exchange(refused)).finally(() => {
    running = undefined;
  });
  return running;
}

/** Resolves when no refresh is under way, so that a request leaves with the new token. */
export async function refreshSettled(): Promise<void> {
  await running;
}

async function exchange(refused: string | null): Promise<boolean> {
  if (readToken() !== refused) return readToken() !== null;
  try {
    const response = await fetch(new URL('/api/v1/refresh', location.origin), {
      method: 'POST',
      credentials: 'include',
      signal: AbortSignal.timeout(refreshTimeout),
    });
    if (response.ok) {
      const { payload } = (await response.json()) as TokenEnvelope;
      storeToken(payload.token);
      return true;
    }
    // Refused for good: the session is over, if there was one. Any other failure may pass.
    if (response.status === 401 && refused !== null && readToken() === refused) endSession();
  } catch {
    // No connection or an unreadable answer: the caller shows its own error.
  }
  return false;
}

function exclusively<T>(task: () => Promise<T>): Promise<T> {
  // Locks exist in secure contexts only; without them each tab refreshes alone.
  return navigator.locks ? navigator.locks.request('session-refresh', task) : task();
}
