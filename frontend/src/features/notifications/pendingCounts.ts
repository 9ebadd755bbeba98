import { useSyncExternalStore } from 'react';

/** What can be pending for a user. */
export type PendingKind = 'registrations' | 'applications' | 'events';
type PendingCounts = Readonly<Partial<Record<PendingKind, number>>>;

const none: PendingCounts = {};
let counts = none;
const listeners = new Set<() => void>();

/** The pending counts of the user, as last polled. */
export const usePendingCounts = (): PendingCounts => useSyncExternalStore(subscribe, () => counts);

/** Called by `PollNotifications`, which is loaded only for roles with pending items. */
export function setPendingCounts(next: PendingCounts = none): void {
  counts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
