import type { PlaceResponse } from '../../../api/generated';
import { api } from '../../../api/initialEndpoints';
import type { ApiDispatch } from '../../../api/useApiDispatch';
import type { Wait } from '../../../api/useLatestTask';
import type { Place } from './placeParam';

/** The place with exactly this name. Undefined when there is none, or the request failed. */
export async function findPlace(
  dispatch: ApiDispatch,
  text: string,
  wait: Wait,
  deadline: Promise<void>,
): Promise<Place | undefined> {
  const { suggestPlaces } = api.endpoints;
  const request = dispatch(suggestPlaces.initiate({ q: text, exact: true }, { subscribe: false }));
  void deadline.then(() => request.abort());
  const { data } = await wait(request);
  return selectPlace(data?.payload ?? []);
}

/** A city wins over districts of the same name; several districts are ambiguous. */
function selectPlace([first, ...others]: readonly PlaceResponse[]): Place | undefined {
  if (!first || (first.district !== null && others.length > 0)) return undefined;
  return { city: first.city, district: first.district };
}
