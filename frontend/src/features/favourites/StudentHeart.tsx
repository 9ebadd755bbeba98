import { useRef } from 'react';
import {
  useAddFavouriteMutation,
  useListFavouriteIdsQuery,
  useRemoveFavouriteMutation,
} from '../../api/endpoints';
import { type Failure, useErrorText } from '../../i18n/useErrorText';
import { useShowToast } from '../../ui/toast/toasts';
import type { FavouriteButtonProps } from './FavouriteButton';
import { HeartButton } from './HeartButton';

/** Marks a listing in the student's list. The heart changes at once, and back if that fails. */
export function StudentHeart({ listing, look }: Omit<FavouriteButtonProps, 'isStudent'>) {
  const { externalId, title } = listing;
  const { marked, isKnown, refetch } = useListFavouriteIdsQuery(undefined, {
    selectFromResult: ({ data }) => ({
      marked: data?.payload.includes(externalId) ?? false,
      isKnown: data !== undefined,
    }),
  });
  const [add] = useAddFavouriteMutation();
  const [remove] = useRemoveFavouriteMutation();
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const isBusy = useRef(false);
  const toggle = async () => {
    // A second click would overtake the first one.
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      // An unknown listing looks unmarked, so the user wants to mark it.
      if (!isKnown && (await refetch().unwrap()).payload.includes(externalId)) return;
      await (marked ? remove({ id: externalId }) : add({ id: externalId })).unwrap();
    } catch (failure) {
      showToast(failureText(failure as Failure), 'error');
    } finally {
      isBusy.current = false;
    }
  };
  return <HeartButton title={title} marked={marked} look={look} onToggle={() => void toggle()} />;
}
