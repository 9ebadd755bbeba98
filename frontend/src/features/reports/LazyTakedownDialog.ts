import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

/** Lazy, because it is rarely needed, and two pages share it. */
export const LazyTakedownDialog = lazyPart(
  () => import('./TakedownDialog').then((module) => module.TakedownDialog),
  overlay,
);
