import {
  type BaseQueryFn,
  type FetchArgs,
  fetchBaseQuery,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query';
import { refreshSettled, refreshToken } from './refresh';
import { readToken } from './token';
import { uploadFetch } from './uploadFetch';

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
const sendSmall = fetchBaseQuery(transport);

/** What an endpoint may say of a request: the file whose upload is followed. */
type Args = FetchArgs & { follow?: Blob };

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

/**
 * Sends a request with the stored token. On a 403 it refreshes the token once,
 * repeats the request once, and otherwise hands the error on.
 */
export const baseQuery: BaseQueryFn<
  string | Args,
  unknown,
  FetchBaseQueryError,
  object,
  FetchBaseQueryMeta
> = async (request, api) => {
  const file = typeof request === 'string' ? undefined : request.follow;
  const transmit = file ? fetchBaseQuery({ ...transport, fetchFn: uploadFetch(file) }) : sendSmall;
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
