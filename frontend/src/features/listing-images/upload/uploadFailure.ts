import type { Failure } from '../../../api/failure';

const maxTries = 4;
/** For a longer delay the upload fails, and the user decides. */
const maxRetryDelaySeconds = 90;

const statusOf = (failure: Failure) => (failure && 'status' in failure ? failure.status : undefined);

/** Whether the server would reject the same file again: too large, damaged or not an image. */
export const isPermanentFailure = (failure: Failure): boolean => {
  const status = statusOf(failure);
  return status === 400 || status === 413 || status === 415;
};

export const isOffline = (failure: Failure): boolean => statusOf(failure) === 'FETCH_ERROR';

/**
 * The delay before an automatic retry, in milliseconds: only for 429. Undefined when
 * there is none. `retries` counts from 0.
 */
export function retryDelay(retries: number, failure: Failure): number | undefined {
  if (statusOf(failure) !== 429 || retries + 1 >= maxTries) return undefined;
  const seconds = retryAfterSeconds(failure);
  return seconds > maxRetryDelaySeconds ? undefined : seconds * 1000;
}

const retryAfterSeconds = (failure: Failure): number =>
  failure && 'retryAfter' in failure && typeof failure.retryAfter === 'number' && failure.retryAfter > 0
    ? failure.retryAfter
    : 1;
