import { useSyncExternalStore } from 'react';

export type Toast = { id: number; text: string; severity: 'success' | 'info' | 'error' };

let queue: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Says something small that needs no answer. Toasts are shown one after another. */
export function showToast(text: string, severity: Toast['severity'] = 'info'): void {
  replace([...queue, { id: nextId++, text, severity }]);
}

export function dismissToast(id: number): void {
  replace(queue.filter((toast) => toast.id !== id));
}

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => queue);

function replace(next: readonly Toast[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
