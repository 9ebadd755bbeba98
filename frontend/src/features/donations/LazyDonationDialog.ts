import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

/** Lazy, because it is rarely needed, and two pages share it. */
export const LazyDonationDialog = lazyPart(
  () => import('./DonationDialog').then((module) => module.DonationDialog),
  overlay,
);
