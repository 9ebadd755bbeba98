import {
  type BaseQueryFn,
  type FetchArgs,
  fetchBaseQuery,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query';
import { refreshSettled, refreshToken } from './refresh';
import { readToken } from './token';

/** A 403 of these is an answer about the credentials in the request itself. */
const withoutRefresh = new Set([
  '/api/v1/authenticate',
  '/api/v1/refresh',
  '/api/v1/logout',
  '/api/v1/auth/forgot-password',
  '/api/v1/auth/reset-password',
  '/api/v1/users/check-activation',
  '/api/v1/users/resend-activation',
  '/api/v1/users/finish-registration',
]);

/** What anybody may do must not fail because an old session has ended. */
const openToAnybody = new Set([
  'searchListings',
  'suggestPlaces',
  'getListing',
  'getPublicSettings',
  'listAmenities',
  'registerLandlord',
  'registerStudent',
  'reportListing',
]);

const transport = {
  // Absolute, because fetch outside a browser knows no page to resolve against.
  baseUrl: location.origin,
  credentials: 'include',
  paramsSerializer: serializeParams,
} as const;
/**
 * How long an answer may take, in milliseconds: a lost connection may never report
 * an error. Uploads and downloads have no such bound.
 */
const answerTimeout = 60_000;
const sendAnything = fetchBaseQuery(transport);
const sendSmall: typeof sendAnything = (request, api, options) => {
  const args = typeof request === 'string' ? { url: request } : request;
  return sendAnything(args.responseHandler ? args : { timeout: answerTimeout, ...args }, api, options);
};

/** What an endpoint may say of a request: the file whose upload is followed. */
type Args = FetchArgs & { follow?: Blob };

/** The pages that upload have loaded the code for it; the first screen does without. */
async function uploading(file: Blob) {
  const { uploadFetch } = await import('./uploadFetch');
  return fetchBaseQuery({ ...transport, fetchFn: uploadFetch(file) });
}

/** Repeats the key of a list, and leaves out what is null, undefined or blank. */
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

/** How many changes have been sent and not answered. */
let sending = 0;

/** Whether leaving the page now might break off a change, or the upload of a file. */
export const isSending = (): boolean => sending > 0;

/** Sends a request, see `sendWithToken`, and counts it when it changes something. */
export const baseQuery: Query = async (request, api, options) => {
  if (api.type === 'query') return sendWithToken(request, api, options);
  sending += 1;
  try {
    return await sendWithToken(request, api, options);
  } finally {
    sending -= 1;
  }
};

/**
 * Sends a request with the stored token. On a 403 it refreshes the token once,
 * repeats the request once, and otherwise hands the error on.
 */
const sendWithToken: Query = async (request, api) => {
  const file = typeof request === 'string' ? undefined : request.follow;
  const transmit = file ? await uploading(file) : sendSmall;
  const send = (args: string | Args) => transmit(args, api, {});
  const url = typeof request === 'string' ? request : request.url;
  if (withoutRefresh.has(url)) return send(withToken(request, readToken()));

  await refreshSettled();
  const token = readToken();
  const first = await send(withToken(request, token));
  if (first.error?.status !== 403) return first;

  if (await refreshToken(token)) return send(withToken(request, readToken()));
  const sessionOver = token !== null && readToken() === null;
  return sessionOver && openToAnybody.has(api.endpoint) ? send(request) : first;
};
