import { vi } from 'vitest';

type Task = (lock: object | null) => unknown;

/** Mocks `navigator.locks`; other tabs hold the given locks. */
export function mockBrowserLocks(...heldElsewhere: string[]): void {
  /** The locks that are held, with the end of the last request for each. */
  const held = new Map<string, Promise<unknown>>();
  for (const name of heldElsewhere) held.set(name, new Promise(() => undefined));
  const request = async (name: string, ...[options, task]: [Task] | [object, Task]): Promise<unknown> => {
    const before = held.get(name);
    if (before && task) return task(null);
    const run = task ?? (options as Task);
    const result = before ? before.then(() => run({ name })) : Promise.resolve(run({ name }));
    const end = result.then(
      () => undefined,
      () => undefined,
    );
    held.set(name, end);
    void end.then(() => held.get(name) === end && held.delete(name));
    return result;
  };
  const query = async () => ({ held: [...held.keys()].map((name) => ({ name })) });
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request, query } as unknown as LockManager);
}
