import { useApiDispatch } from '../../../api/useApiDispatch';
import { useLatestTask } from '../../../api/useLatestTask';
import type { Place } from '../places/placeParam';

/** In milliseconds. After that a text is searched as a keyword. */
const placeTimeout = 1_000;

type TextSearch = { keyword: string; place?: Place };

/**
 * Searches for typed text: by place if it is the exact name of one, else by keyword. The keyword
 * that is searched already stays a keyword. A newer search cancels an older one.
 */
export function useTextSearch(searchedKeyword: string, onSearch: (search: TextSearch) => void) {
  const dispatch = useApiDispatch();
  const startTask = useLatestTask();

  return (text: string) => {
    const keyword = text.trim();
    startTask(async (wait) => {
      if (keyword === '' || keyword === searchedKeyword) return onSearch({ keyword });
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, placeTimeout));
      const placeRequest = import('../places/findPlace').then(
        ({ findPlace }) => findPlace(dispatch, keyword, wait, deadline),
        () => undefined,
      );
      const place = await wait(Promise.race([placeRequest, deadline]));
      onSearch(place ? { keyword: '', place } : { keyword });
    });
  };
}
