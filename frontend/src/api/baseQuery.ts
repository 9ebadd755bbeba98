import type { Dispatch } from '@reduxjs/toolkit';
import {
  type BaseQueryFn,
  type FetchArgs,
  fetchBaseQuery,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query';
import { serverError } from './failure';
import type { ErrorMessage } from './generated';
import { requestProof } from './identity/proofs';
import { waitForRefresh, refreshToken } from './refresh';
import { readToken } from './token';

/** A 403 of these is about the credentials in the request itself. */
const noRefreshUrls = new Set([
  '/api/v1/authenticate',
  '/api/v1/authenticate/second-factor',
  '/api/v1/refresh',
  '/api/v1/logout',
  '/api/v1/auth/forgot-password',
  '/api/v1/auth/reset-password',
  '/api/v1/users/check-activation',
  '/api/v1/users/resend-activation',
  '/api/v1/users/finish-registration',
]);

/** A 403 with these is about the user, whom the token has identified. */
const withValidToken: ErrorMessage[] = [
  'exception.auth.proof-required',
  'exception.auth.second-factor-required',
];

/** Public operations: an ended session must not make them fail. */
const publicOperations = new Set([
  'searchListings',
  'suggestPlaces',
  'getListing',
  'getPublicSettings',
  'listAmenities',
  'registerLandlord',
  'registerStudent',
  'reportListing',
  'unsubscribeSavedSearch',
]);

const transport = {
  // Absolute: fetch outside a browser has no page to resolve against.
  baseUrl: location.origin,
  credentials: 'include',
  paramsSerializer: serializeParams,
} as const;
/**
 * Timeout in milliseconds: a lost connection may never report an error. Uploads and downloads have
 * none.
 */
const responseTimeout = 60_000;
const sendWithoutTimeout = fetchBaseQuery(transport);
const sendWithTimeout: typeof sendWithoutTimeout = (request, api, options) => {
  const args = typeof request === 'string' ? { url: request } : request;
  return sendWithoutTimeout(
    args.responseHandler ? args : { timeout: responseTimeout, ...args },
    api,
    options,
  );
};

/** `uploadedFile`: the file whose upload progress is tracked. */
type Args = FetchArgs & { uploadedFile?: Blob };

/** Loaded lazily: the first screen uploads nothing. A failure to load it counts as one to connect. */
const createUploadQuery = (file: Blob, dispatch: Dispatch): Promise<typeof sendWithoutTimeout> =>
  import('./files/uploadFetch').then(
    ({ uploadFetch }) => fetchBaseQuery({ ...transport, fetchFn: uploadFetch(file, dispatch) }),
    (error: unknown) => () => ({ error: { status: 'FETCH_ERROR', error: String(error) } }),
  );

/** Repeats the key of a list, and omits null, undefined and blank values. */
export function serializeParams(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const text = item === null || item === undefined ? '' : String(item);
      if (text.trim() !== '') query.append(key, text);
    }
  }
  return query.toString();
}

function withToken(request: string | Args, token: string | null): Args {
  const args = typeof request === 'string' ? { url: request } : request;
  if (token === null) return args;
  const headers = new Headers(args.headers as HeadersInit);
  headers.set('authorization', `Bearer ${token}`);
  return { ...args, headers };
}

type Query = BaseQueryFn<string | Args, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>;

/** Number of mutations without a response. */
let pendingMutations = 0;

/** Whether leaving the page may interrupt a mutation or an upload. */
export const hasPendingMutations = (): boolean => pendingMutations > 0;

/** Sends a request (see `sendWithProof`), and counts mutations. */
export const baseQuery: Query = async (request, api, options) => {
  if (api.type === 'query') return sendWithProof(request, api, options);
  pendingMutations += 1;
  try {
    return await sendWithProof(request, api, options);
  } finally {
    pendingMutations -= 1;
  }
};

const isAbout = (error: FetchBaseQueryError | undefined, ...messages: ErrorMessage[]): boolean =>
  messages.some((message) => serverError(error)?.message === message);

/**
 * Sends a request (see `sendWithToken`). If it needs a recent proof of identity, the user is asked
 * for one, and the request is repeated once.
 */
const sendWithProof: Query = async (request, api, options) => {
  const response = await sendWithToken(request, api, options);
  const proved = isAbout(response.error, 'exception.auth.proof-required') && (await requestProof());
  return proved ? sendWithToken(request, api, options) : response;
};

/**
 * Sends a request with the stored token. On a 403 that a new token may cure it refreshes the token once and repeats the
 * request once; otherwise it returns the error.
 */
const sendWithToken: Query = async (request, api) => {
  const file = typeof request === 'string' ? undefined : request.uploadedFile;
  const transmit = file ? await createUploadQuery(file, api.dispatch) : sendWithTimeout;
  const send = (args: string | Args) => transmit(args, api, {});
  const url = typeof request === 'string' ? request : request.url;
  if (noRefreshUrls.has(url)) return send(withToken(request, readToken()));

  await waitForRefresh();
  const token = readToken();
  const first = await send(withToken(request, token));
  if (first.error?.status !== 403 || isAbout(first.error, ...withValidToken)) return first;

  if (await refreshToken(token, api.dispatch)) return send(withToken(request, readToken()));
  const sessionEnded = token !== null && readToken() === null;
  return sessionEnded && publicOperations.has(api.endpoint) ? send(request) : first;
};
