import { vi } from 'vitest';

/** The locks of a browser whose other tabs hold some already. */
export function useBrowserLocks(...others: string[]): void {
  const held = new Set(others);
  const request = async (
    name: string,
    _options: object,
    task: (lock: object | null) => unknown,
  ): Promise<unknown> => {
    if (held.has(name)) return task(null);
    held.add(name);
    try {
      return await task({ name });
    } finally {
      held.delete(name);
    }
  };
  const query = async () => ({ held: [...held].map((name) => ({ name })) });
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request, query } as unknown as LockManager);
}
