import type { ListingSummaryResponse } from '../../api/generated';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { optional } from '../../ui/lazy/PartFailure';
import { DeviceHeart } from './DeviceHeart';

/** Visitors do not load the client of the API for it. */
const StudentHeart = lazyPart(() => import('./StudentHeart').then((module) => module.StudentHeart), optional);

export type FavouriteButtonProps = {
  listing: ListingSummaryResponse;
  /** A student's list is on the server, that of a visitor on the device. */
  isStudent: boolean;
  look: 'card' | 'action';
};

export function FavouriteButton({ listing, isStudent, look }: FavouriteButtonProps) {
  const Heart = isStudent ? StudentHeart : DeviceHeart;
  return <Heart listing={listing} look={look} />;
}
