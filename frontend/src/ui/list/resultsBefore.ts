/**
 * The address of the results that an entry was opened from. The state of a history entry can be
 * anything.
 */
export function resultsBefore(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('results' in state)) return undefined;
  return typeof state.results === 'string' && state.results.startsWith('/') ? state.results : undefined;
}
