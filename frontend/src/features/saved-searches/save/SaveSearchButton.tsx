import { useState } from 'react';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { optional, overlay } from '../../../ui/lazy/PartFailure';
import type { SearchFilters } from '../../search/searchFilters';
import { useSearchFilters } from '../../search/useSearchFilters';
import { SaveButton } from './SaveButton';

/** Visitors do not load the client of the API for it. */
const StudentSave = lazyPart(() => import('./StudentSave').then((module) => module.StudentSave), optional);
const VisitorDialog = lazyPart(
  () => import('./VisitorDialog').then((module) => module.VisitorDialog),
  overlay,
);

type SaveSearchButtonProps = {
  /** A student's searches are on the server; that of a visitor waits on the device. */
  isStudent: boolean;
  /** In the place of results, not in their header. */
  isEmpty: boolean;
};

/** Saves the search on screen. */
export function SaveSearchButton({ isStudent, isEmpty }: SaveSearchButtonProps) {
  const { filters } = useSearchFilters();
  const Save = isStudent ? StudentSave : VisitorSave;
  return <Save filters={filters} isEmpty={isEmpty} />;
}

function VisitorSave({ filters, isEmpty }: { filters: SearchFilters; isEmpty: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <SaveButton isEmpty={isEmpty} onClick={() => setIsOpen(true)} />
      {isOpen && <VisitorDialog filters={filters} onClose={() => setIsOpen(false)} />}
    </>
  );
}
