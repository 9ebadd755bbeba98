import { useEffect, useState } from 'react';
import { useListSavedSearchesQuery, useMarkSavedSearchSeenMutation } from '../../../api/endpoints';
import type { SavedSearchResponse } from '../../../api/generated';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';
import type { SearchFilters } from '../../search/searchFilters';
import { findSaved } from '../savedFilters';
import { SaveButton } from './SaveButton';

const StudentDialog = lazyPart(
  () => import('./StudentDialog').then((module) => module.StudentDialog),
  overlay,
);

/** Says whether the search on screen is saved. A saved one has been seen then. */
export function StudentSave({ filters, isEmpty }: { filters: SearchFilters; isEmpty: boolean }) {
  const { data } = useListSavedSearchesQuery();
  const saved = findSaved(data?.payload, filters);
  useMarkSeen(isEmpty ? undefined : saved);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <SaveButton isEmpty={isEmpty} isSaved={saved !== undefined} onClick={() => setIsOpen(true)} />
      {isOpen && <StudentDialog filters={filters} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** However the search was opened: from the list, by a link, or by choosing its filters. */
function useMarkSeen(saved: SavedSearchResponse | undefined): void {
  const [markSeen] = useMarkSavedSearchSeenMutation();
  const unseenId = saved && saved.newCount > 0 ? saved.externalId : undefined;
  useEffect(() => {
    if (unseenId !== undefined) void markSeen({ id: unseenId });
  }, [markSeen, unseenId]);
}
