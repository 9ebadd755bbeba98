import type { Dispatch } from '@reduxjs/toolkit';
import type { TokenEnvelope } from './generated';
import { waitForLogout } from './logout';
import { endSession, storeToken, syncSession } from './session';
import { readToken } from './token';
import { withLock } from './withLock';

/** Timeout in milliseconds. */
const refreshTimeout = 30_000;

let pendingRefresh: Promise<boolean> | undefined;

/**
 * Exchanges the refresh cookie for a new access token. Concurrent callers share one request: within
 * a tab by a promise, across tabs by a lock, after which the others find the token changed.
 *
 * Resolves to whether a token other than the rejected one is stored. It takes no abort signal,
 * because other callers need the result.
 */
export function refreshToken(rejectedToken: string | null, dispatch: Dispatch): Promise<boolean> {
  // The storage may have been cleared without an event.
  syncSession(dispatch);
  if (readToken() !== rejectedToken) return Promise.resolve(readToken() !== null);
  pendingRefresh ??= withLock('session-refresh', () => exchange(rejectedToken, dispatch)).finally(() => {
    pendingRefresh = undefined;
  });
  return pendingRefresh;
}

/** Resolves when no refresh is running, so that the next request has the new token. */
export async function waitForRefresh(): Promise<void> {
  await pendingRefresh;
}

async function exchange(rejectedToken: string | null, dispatch: Dispatch): Promise<boolean> {
  // Until then the cookie is that of the ended session.
  await waitForLogout();
  if (readToken() !== rejectedToken) return readToken() !== null;
  try {
    const response = await fetch(new URL('/api/v1/refresh', location.origin), {
      method: 'POST',
      credentials: 'include',
      signal: AbortSignal.timeout(refreshTimeout),
    });
    if (response.ok) {
      const { payload } = (await response.json()) as TokenEnvelope;
      // After a logout during the refresh, the new token belongs to an ended session.
      if (readToken() !== rejectedToken) return readToken() !== null;
      storeToken(dispatch, payload.token);
      return true;
    }
    // Only 401 ends the session; other failures may be temporary.
    if (response.status === 401 && rejectedToken !== null && readToken() === rejectedToken) {
      endSession(dispatch);
    }
  } catch {
    // Offline, or an unreadable response: the caller shows its own error.
  }
  return false;
}
