import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type {
  GetListingApiArg,
  GetListingApiResponse,
  GetPublicSettingsApiResponse,
  SearchListingsApiArg,
  SearchListingsApiResponse,
} from '../api/generatedStart';
import { api } from '../api/startEndpoints';
import { readToken } from '../api/token';
import { whenIdle } from '../ui/whenIdle';

/** What the server has written into the page (crates/api/src/pages/first_answers.rs). */
type FirstAnswer =
  | { operation: 'searchListings'; argument: SearchListingsApiArg; data: SearchListingsApiResponse }
  | { operation: 'getListing'; argument: GetListingApiArg; data: GetListingApiResponse }
  | { operation: 'getPublicSettings'; argument?: undefined; data: GetPublicSettingsApiResponse };

/** The block of data at the end of the page's body. */
const findElement = () => document.getElementById('first-answers');

/** Whether a listing's page can be drawn without a request. */
export const isListingAnswered = (): boolean => findElement() !== null && readToken() === null;

function readAnswers(): readonly FirstAnswer[] {
  const text = findElement()?.textContent;
  if (!text) return [];
  try {
    return JSON.parse(text) as FirstAnswer[];
  } catch {
    // The app asks for what it does not find.
    return [];
  }
}

/**
 * Puts the answers of the page into the cache, so that the first screen sends no request for them. They are
 * public: a listing may be another for a user who is logged in, and is asked for then.
 */
export function adoptFirstAnswers(dispatch: ThunkDispatch<unknown, unknown, UnknownAction>): void {
  const answers = readAnswers().filter(({ operation }) => operation !== 'getListing' || readToken() === null);
  if (answers.length === 0) return;
  const entries = answers.map(({ operation, argument, data }) => ({
    endpointName: operation,
    arg: argument,
    value: data,
  }));
  dispatch(api.util.upsertQueryEntries(entries as Parameters<typeof api.util.upsertQueryEntries>[0]));
  for (const answer of answers) {
    // The request that was saved would have counted the view.
    if (answer.operation === 'getListing') {
      whenIdle(() => void dispatch(api.endpoints.recordListingView.initiate(answer.argument)));
    }
  }
}
