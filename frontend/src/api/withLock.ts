/** Runs a task while no other tab, and no other caller, runs one with the same lock. */
export function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  // Locks exist in secure contexts only; without them each tab runs its own task.
  return navigator.locks ? navigator.locks.request(name, task) : task();
}
