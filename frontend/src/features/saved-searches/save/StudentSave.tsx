import { useEffect, useState } from 'react';
import { useListSavedSearchesQuery, useMarkSavedSearchSeenMutation } from '../../../api/endpoints';
import { api } from '../../../api/initialEndpoints';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';
import { type SearchFilters, toRequest } from '../../search/searchFilters';
import { findSaved } from '../savedFilters';
import { SaveButton } from './SaveButton';

const StudentDialog = lazyPart(
  () => import('./StudentDialog').then((module) => module.StudentDialog),
  overlay,
);

/** Says whether the search on screen is saved. A saved one has been seen once its results are shown. */
export function StudentSave({ filters, isEmpty }: { filters: SearchFilters; isEmpty: boolean }) {
  // Another tab or device may have saved, changed or deleted it.
  const { data } = useListSavedSearchesQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const saved = findSaved(data?.payload, filters);
  const results = api.endpoints.searchListings.useQueryState({ searchListingsRequest: toRequest(filters) });
  const areShown = results.isSuccess && !results.isFetching;
  useMarkSeen(isEmpty || !areShown ? undefined : saved?.externalId);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <SaveButton isEmpty={isEmpty} isSaved={saved !== undefined} onClick={() => setIsOpen(true)} />
      {isOpen && <StudentDialog filters={filters} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/**
 * However the search was opened: from the list, by a link, or by choosing its filters. Also without
 * new listings, because the server deletes searches that are not looked at for long.
 */
function useMarkSeen(id: string | undefined): void {
  const [markSeen] = useMarkSavedSearchSeenMutation();
  useEffect(() => {
    if (id !== undefined) void markSeen({ id });
  }, [markSeen, id]);
}
