import { lazyPart } from '../lazy/lazyPart';
import { overlay } from '../lazy/PartFailure';

/** Lazy, because it is only needed after a click. */
export const LazyPopupMenu = lazyPart(
  () => import('./PopupMenu').then((module) => module.PopupMenu),
  overlay,
);
