import { useEffect, useEffectEvent } from 'react';
import type { PlaceResponse } from '../../../api/generated';
import { api } from '../../../api/initialEndpoints';
import { useApiDispatch } from '../../../api/useApiDispatch';
import { useLatestTask } from '../../../api/useLatestTask';

/** In milliseconds. */
const debounceDelay = 150;
/** Too many places start with one letter. */
const minLetters = 2;

/**
 * Requests the places that a text can mean, debounced. A newer text aborts the older request.
 * Suggestions are optional: a failed request counts as an empty result.
 */
export function usePlaceSuggestions(
  text: string,
  onResult: (places: readonly PlaceResponse[]) => void,
): void {
  const dispatch = useApiDispatch();
  const startTask = useLatestTask();
  const handleResult = useEffectEvent(onResult);
  const q = text.trim();

  useEffect(() => {
    if (Array.from(q).length < minLetters) {
      handleResult([]);
      return;
    }
    return startTask(async (wait) => {
      await wait(new Promise((resolve) => setTimeout(resolve, debounceDelay)));
      const { suggestPlaces } = api.endpoints;
      const { data } = await wait(dispatch(suggestPlaces.initiate({ q, towns: true }, { subscribe: false })));
      handleResult(data?.payload ?? []);
    });
  }, [dispatch, startTask, q]);
}
