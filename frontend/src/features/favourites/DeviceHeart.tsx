import { useTranslation } from 'react-i18next';
import { useShowToast } from '../../ui/toast/toasts';
import { useGetDeviceFavouritesQuery } from './deviceEndpoints';
import { deviceFavouriteOf } from './deviceFavourites';
import type { FavouriteButtonProps } from './FavouriteButton';
import { HeartButton } from './HeartButton';
import { useChangeDeviceFavourites } from './useChangeDeviceFavourites';

/** Marks a listing on this device, also offline. */
export function DeviceHeart({ listing, look }: Omit<FavouriteButtonProps, 'isStudent'>) {
  const { t } = useTranslation('errors');
  const { data: favourites = [] } = useGetDeviceFavouritesQuery();
  const change = useChangeDeviceFavourites();
  const showToast = useShowToast();
  const { externalId, title } = listing;
  const marked = favourites.some((favourite) => favourite.externalId === externalId);
  const toggle = () => {
    const isDone = change(
      marked ? { remove: [externalId] } : { remove: [], add: deviceFavouriteOf(listing) },
    );
    if (!isDone) showToast(t('exception.favourite.too-many'), 'error');
  };
  return <HeartButton title={title} marked={marked} look={look} onToggle={toggle} />;
}
