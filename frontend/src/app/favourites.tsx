import { useEffect, useState } from 'react';
import type { ListingSummaryResponse } from '../api/generated';
import { hasDeviceFavourites } from '../features/favourites/deviceKey';
import { useCurrentUser } from '../features/session/useCurrentUser';
import { lazyPart } from '../ui/lazy/lazyPart';
import { optional } from '../ui/lazy/PartFailure';
import { whenIdle } from '../ui/lazy/whenIdle';

const FavouriteButton = lazyPart(
  () => import('../features/favourites/FavouriteButton').then((module) => module.FavouriteButton),
  optional,
);
const MergeFavourites = lazyPart(
  () => import('../features/favourites/MergeFavourites').then((module) => module.MergeFavourites),
  optional,
);

type FavouriteHeartProps = { listing: ListingSummaryResponse; look?: 'card' | 'action' };

/** For visitors and students. Follows when the page is idle: the cards are shown first. */
export function FavouriteHeart({ listing, look = 'card' }: FavouriteHeartProps) {
  const user = useCurrentUser();
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  if (!isIdle || user === undefined || (user && user.role !== 'STUDENT')) return null;
  return <FavouriteButton listing={listing} isStudent={user !== null} look={look} />;
}

/** For `CardCorner`. */
export const renderHeart = (listing: ListingSummaryResponse) => <FavouriteHeart listing={listing} />;

/** After the login of a student whose device has favourites. */
export function DeviceFavourites() {
  const user = useCurrentUser();
  return user?.role === 'STUDENT' && hasDeviceFavourites() ? <MergeFavourites /> : null;
}
