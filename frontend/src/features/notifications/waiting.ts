import { useSyncExternalStore } from 'react';

/** What somebody may have to deal with. */
export type Desk = 'registrations' | 'applications' | 'events';
type Waiting = Readonly<Partial<Record<Desk, number>>>;

const nothing: Waiting = {};
let waiting = nothing;
const listeners = new Set<() => void>();

/** How much waits for whoever is logged in, as it was last heard. */
export const useWaiting = (): Waiting => useSyncExternalStore(subscribe, () => waiting);

/** Said by `PollNotifications`, which is loaded for those only whom anything can wait for. */
export function publishWaiting(next: Waiting = nothing): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
