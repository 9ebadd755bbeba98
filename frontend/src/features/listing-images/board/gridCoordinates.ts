import type { KeyboardCoordinateGetter, UniqueIdentifier } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Left and right move by one position and wrap at the end of a row; up and down move by one row.
 */
export const gridCoordinates: KeyboardCoordinateGetter = (event, args) => {
  const step = steps[event.code];
  if (step === undefined) return sortableKeyboardCoordinates(event, args);
  event.preventDefault();
  const { active, over, droppableContainers, droppableRects } = args.context;
  const sortable = sortableOf(droppableContainers.get((over ?? active)?.id ?? '')?.data.current);
  const next = sortable?.items[sortable.index + step];
  const rect = next === undefined ? undefined : droppableRects.get(next);
  return rect && { x: rect.left, y: rect.top };
};

type Sortable = { index: number; items: UniqueIdentifier[] };

/** The data that `useSortable` adds to a droppable. */
function sortableOf(data: Record<string, unknown> | undefined): Sortable | undefined {
  return data?.['sortable'] as Sortable | undefined;
}
