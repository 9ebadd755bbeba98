import type {
  GetListingApiArg,
  GetListingApiResponse,
  GetPublicSettingsApiResponse,
  SearchListingsApiArg,
  SearchListingsApiResponse,
} from '../api/generated';
import { api } from '../api/initialEndpoints';
import { readToken } from '../api/token';
import type { ApiDispatch } from '../api/useApiDispatch';
import { whenIdle } from '../ui/lazy/whenIdle';

/** A response that the server embeds in the page (crates/web/src/initial_responses.rs). */
type InitialResponse =
  | { operation: 'searchListings'; argument: SearchListingsApiArg; data: SearchListingsApiResponse }
  | { operation: 'getListing'; argument: GetListingApiArg; data: GetListingApiResponse }
  | { operation: 'getPublicSettings'; argument?: undefined; data: GetPublicSettingsApiResponse };

/** The block of data at the end of the page's body. */
const findElement = () => document.getElementById('initial-responses');

/** Whether a listing's page can be rendered without a request. */
export const hasInitialListing = (): boolean => findElement() !== null && readToken() === null;

function readInitialResponses(): readonly InitialResponse[] {
  const text = findElement()?.textContent;
  if (!text) return [];
  try {
    return JSON.parse(text) as InitialResponse[];
  } catch {
    // The app requests what is missing.
    return [];
  }
}

/**
 * Puts the embedded responses into the cache, so that the first screen sends no requests. They are
 * public: a logged-in user may get a different listing, and requests it.
 */
export function cacheInitialResponses(dispatch: ApiDispatch): void {
  const responses = readInitialResponses().filter(
    ({ operation }) => operation !== 'getListing' || readToken() === null,
  );
  if (responses.length === 0) return;
  const entries = responses.map(({ operation, argument, data }) => ({
    endpointName: operation,
    arg: argument,
    value: data,
  }));
  dispatch(api.util.upsertQueryEntries(entries as Parameters<typeof api.util.upsertQueryEntries>[0]));
  for (const response of responses) {
    // The request that was saved would have counted the view.
    if (response.operation === 'getListing') {
      whenIdle(() => void dispatch(api.endpoints.recordListingView.initiate(response.argument)));
    }
  }
}
