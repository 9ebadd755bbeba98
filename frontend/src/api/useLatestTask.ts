import { useCallback, useEffect, useRef } from 'react';

/** A request of RTK Query can be aborted, but takes no signal. */
type Part<T> = PromiseLike<T> & { abort?: () => void };

/** Awaits a part of a task. After an abort of the task, its parts are aborted and never return. */
export type Wait = <T>(part: Part<T>) => Promise<T>;

type Task = (wait: Wait) => Promise<void>;

/**
 * Starts tasks of which only the latest one matters, such as a search while the user types. A newer
 * task and an unmount abort the older one. The function that starts a task returns one that aborts
 * it, for effects:
 *
 *     useEffect(
 *       () =>
 *         startTask(async (wait) => {
 *           const { data } = await wait(dispatch(getListing.initiate({ id })));
 *           show(data); // Not reached by an aborted task.
 *         }),
 *       [dispatch, startTask, id],
 *     );
 */
export function useLatestTask(): (task: Task) => () => void {
  const abortLatest = useRef<() => void>(undefined);
  const requests = useRef(new Set<Part<unknown>>());
  useEffect(() => () => abortLatest.current?.(), []);

  return useCallback((task) => {
    abortLatest.current?.();
    const controller = new AbortController();
    const { signal } = controller;
    const wait: Wait = (part) =>
      new Promise((resolve, reject) => {
        track(part, requests.current, signal);
        part.then(
          (value) => !signal.aborted && resolve(value),
          (error: unknown) => !signal.aborted && reject(error as Error),
        );
      });
    // RTK Query skips a request that equals a running one, until that one is aborted: after strict
    // mode's second effect, or when the same filters come back.
    void Promise.allSettled(requests.current).then(() => (signal.aborted ? undefined : task(wait)));
    abortLatest.current = () => controller.abort();
    return abortLatest.current;
  }, []);
}

/** Keeps a request until it ends, and aborts it with its task. */
function track(part: Part<unknown>, requests: Set<Part<unknown>>, signal: AbortSignal): void {
  if (!part.abort) return;
  const end = () => requests.delete(part);
  requests.add(part);
  part.then(end, end);
  signal.addEventListener('abort', () => part.abort?.());
}
