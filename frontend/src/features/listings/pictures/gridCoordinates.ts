import type { KeyboardCoordinateGetter, UniqueIdentifier } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Left and right go from place to place, also round the end of a row; up and down from row to row. */
export const gridCoordinates: KeyboardCoordinateGetter = (event, args) => {
  const step = steps[event.code];
  if (step === undefined) return sortableKeyboardCoordinates(event, args);
  event.preventDefault();
  const { active, over, droppableContainers, droppableRects } = args.context;
  const places = placesOf(droppableContainers.get((over ?? active)?.id ?? '')?.data.current);
  const next = places?.items[places.index + step];
  const rect = next === undefined ? undefined : droppableRects.get(next);
  return rect && { x: rect.left, y: rect.top };
};

type Places = { index: number; items: UniqueIdentifier[] };

/** What a sortable place says of itself and its neighbours. */
function placesOf(data: Record<string, unknown> | undefined): Places | undefined {
  return data?.['sortable'] as Places | undefined;
}
