import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { ErrorBody } from './generated';

export type Failure = FetchBaseQueryError | SerializedError | undefined;

/** Whether no response arrived: offline, or timed out. */
export const isConnectionError = (failure: Failure): boolean =>
  failure !== undefined &&
  'status' in failure &&
  (failure.status === 'FETCH_ERROR' || failure.status === 'TIMEOUT_ERROR');

/** Whether the server says that there is no such thing. */
export const isNotFound = (failure: Failure): boolean =>
  failure !== undefined && 'status' in failure && failure.status === 404;

/** The server's error, or undefined without one (e.g. no connection, or a proxy's error page). */
export function serverError(failure: Failure): ErrorBody | undefined {
  if (!failure || !('data' in failure)) return undefined;
  const { data } = failure;
  if (typeof data !== 'object' || data === null || !('error' in data)) return undefined;
  const { error } = data as { error: ErrorBody | null };
  return typeof error?.message === 'string' ? error : undefined;
}
