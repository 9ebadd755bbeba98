import type { ListingSummaryResponse } from '../../api/generated';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { optional } from '../../ui/lazy/PartFailure';
import { useVisitorOrStudent } from './useVisitorOrStudent';

const FavouriteButton = lazyPart(
  () => import('../../features/favourites/FavouriteButton').then((module) => module.FavouriteButton),
  optional,
);

type FavouriteHeartProps = { listing: ListingSummaryResponse; look?: 'card' | 'action' };

export function FavouriteHeart({ listing, look = 'card' }: FavouriteHeartProps) {
  const user = useVisitorOrStudent();
  return user === undefined ? null : (
    <FavouriteButton listing={listing} isStudent={user !== null} look={look} />
  );
}

/** For `CardCorner`. */
export const renderHeart = (listing: ListingSummaryResponse) => <FavouriteHeart listing={listing} />;
