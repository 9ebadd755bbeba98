import type { Failure } from '../../../api/failure';

const triesAtMost = 4;
/** In seconds: whoever waits longer is told and decides. */
const longestPause = 90;

const statusOf = (failure: Failure) => (failure && 'status' in failure ? failure.status : undefined);

/** Too large, damaged, no picture: sending the same file again would change nothing. */
export const isHopeless = (failure: Failure): boolean => {
  const status = statusOf(failure);
  return status === 400 || status === 413 || status === 415;
};

/** Whether the portal was not reached at all. */
export const isOffline = (failure: Failure): boolean => statusOf(failure) === 'FETCH_ERROR';

/**
 * How long to wait, in milliseconds, before sending once more by itself: only
 * where the portal asked for it. `attempt` counts from 0.
 */
export function pauseBefore(attempt: number, failure: Failure): number | undefined {
  if (statusOf(failure) !== 429 || attempt + 1 >= triesAtMost) return undefined;
  const seconds = retryAfterOf(failure);
  return seconds > longestPause ? undefined : seconds * 1000;
}

const retryAfterOf = (failure: Failure): number =>
  failure && 'retryAfter' in failure && typeof failure.retryAfter === 'number' && failure.retryAfter > 0
    ? failure.retryAfter
    : 1;
