import { useState } from 'react';
import { useChangeSavedSearchMutation, useListSavedSearchesQuery } from '../../../api/endpoints';
import type { Failure } from '../../../api/failure';
import type { SavedSearchResponse } from '../../../api/generated';

type Changes = Partial<Pick<SavedSearchResponse, 'name' | 'frequency'>>;

/**
 * Changes the name or the frequency. The request replaces the whole search, which another tab or device may
 * have changed: what stays is read right before.
 */
export function useChangeSearch(search: SavedSearchResponse) {
  const { refetch } = useListSavedSearchesQuery();
  const [change] = useChangeSavedSearchMutation();
  const [failure, setFailure] = useState<Failure>();
  const send = async (changes: Changes): Promise<Failure> => {
    const { data, error } = await refetch();
    if (error) return error;
    const { externalId: id } = search;
    // If it is gone, the server says so.
    const present = data?.payload.find(({ externalId }) => externalId === id) ?? search;
    const { name, frequency, filters } = { ...present, ...changes };
    const result = await change({ id, saveSearchRequest: { name, frequency, filters } });
    return result.error;
  };
  return {
    failure,
    /** Returns why it failed. */
    change: async (changes: Changes): Promise<Failure> => {
      setFailure(undefined);
      const refused = await send(changes);
      setFailure(refused);
      return refused;
    },
  };
}
