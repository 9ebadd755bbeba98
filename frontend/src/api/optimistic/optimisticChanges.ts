type Lifecycle = { queryFulfilled: PromiseLike<unknown> };

/**
 * Changes that cached lists show before the server responds, and that are rolled back on failure.
 * `Args` are the arguments of the query that reads a list.
 */
export function createOptimisticChanges<Args>() {
  /** Applies to one cached list. By id: a list that was read again may have the row elsewhere. */
  type Change = (args: Args) => void;
  const sent = new Set<Change>();
  /** For each list that is being read, the changes that its response may not contain. */
  const reads = new Set<Set<Change>>();

  return {
    /** Shows a change in the cached lists, which `lists` finds. */
    show: async (
      lists: () => readonly Args[],
      change: Change,
      rollBack: Change,
      { queryFulfilled }: Lifecycle,
    ): Promise<void> => {
      sent.add(change);
      for (const missing of reads) missing.add(change);
      for (const list of lists()) change(list);
      try {
        await queryFulfilled;
      } catch {
        for (const missing of reads) missing.delete(change);
        for (const list of lists()) rollBack(list);
      }
      sent.delete(change);
    },

    /** Shows the changes in a list that was read before the server had them. */
    keep: async (list: Args, { queryFulfilled }: Lifecycle): Promise<void> => {
      const missing = new Set(sent);
      reads.add(missing);
      try {
        await queryFulfilled;
        for (const change of missing) change(list);
      } catch {
        // The cached list has them.
      }
      reads.delete(missing);
    },
  };
}
