import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { PlaceResponse } from '../../../api/generatedStart';
import { api } from '../../../api/startEndpoints';
import type { ChosenPlace } from './placeAddress';

/** The place of which a text is the whole name; undefined where there is none, or none can be asked for. */
export async function findPlace(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  text: string,
  signal: AbortSignal,
): Promise<ChosenPlace | undefined> {
  const { suggestPlaces } = api.endpoints;
  const request = dispatch(suggestPlaces.initiate({ q: text, exact: true }, { subscribe: false }));
  signal.addEventListener('abort', () => request.abort());
  const { data } = await request;
  return chosen(data?.payload ?? []);
}

/** A city is meant before its namesakes among the districts, and of several districts none. */
function chosen([first, ...others]: readonly PlaceResponse[]): ChosenPlace | undefined {
  if (!first || (first.district !== null && others.length > 0)) return undefined;
  return { city: first.city, district: first.district };
}
