import { vi } from 'vitest';

/** Mocks `navigator.locks`; other tabs hold the given locks. */
export function mockBrowserLocks(...heldElsewhere: string[]): void {
  const held = new Set(heldElsewhere);
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
